import { Injectable } from '@nestjs/common';
import { IsEnum, IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { FunctionCall, FunctionParameter, FunctionRequest, ToolExecutionException } from 'nestjs-tool-router';
import { convert, Unit } from './unit.js';

@FunctionRequest({ description: 'What to convert' })
export class ConvertUnitsRequest {
  @FunctionParameter({ description: 'The amount, in the unit `from`' })
  @IsNumber()
  value!: number;

  @FunctionParameter({ description: 'The unit of the value' })
  @IsEnum(Unit)
  from!: Unit;

  @FunctionParameter({ description: 'The unit of the answer; it must measure the same quantity' })
  @IsEnum(Unit)
  to!: Unit;

  @FunctionParameter({ description: 'Digits after the decimal point' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10)
  digits: number = 2;
}

@Injectable()
@FunctionCall({ name: 'convert_units', description: 'Converts lengths, masses and temperatures between units' })
export class ConvertUnitsFunction {
  apply(@FunctionRequest() { value, from, to, digits }: ConvertUnitsRequest) {
    const converted = convert(value, from, to);
    if (converted === undefined) {
      throw new ToolExecutionException(`${from} and ${to} measure different quantities: choose units of one quantity.`);
    }
    return { value: Number(converted.toFixed(digits)), unit: to };
  }
}
