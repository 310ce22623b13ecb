import { Transform, Type } from 'class-transformer';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsNotEmpty, IsOptional, IsString, ValidateNested } from 'class-validator';
import type { ProviderFormat, ToolSelection } from 'nestjs-tool-router';

const FORMATS = ['openai', 'openai-responses', 'anthropic', 'gemini'] as const satisfies ProviderFormat[];

const toList = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.split(',').filter((each) => each !== '') : value;

/** What the caller wishes to use of what its role allows; nothing said means all of it. */
export class SelectionDto implements ToolSelection {
  @ApiPropertyOptional({ type: [String], description: 'Functions, local MCP tools and built-ins, separated by commas' })
  @IsOptional()
  @Transform(toList)
  @IsArray()
  @IsString({ each: true })
  functions?: string[];

  @ApiPropertyOptional({
    type: [String],
    description: 'Server ids, separated by commas; user:, local: and global: pick a kind',
  })
  @IsOptional()
  @Transform(toList)
  @IsArray()
  @IsString({ each: true })
  mcpServers?: string[];
}

export class ListToolsDto extends SelectionDto {
  @ApiPropertyOptional({ enum: FORMATS, default: 'openai' })
  @IsOptional()
  @IsIn(FORMATS)
  format: ProviderFormat = 'openai';
}

export class ExplainDto {
  @ApiProperty()
  @IsString()
  @IsNotEmpty()
  name!: string;
}

/** A tool call as the model's answer carries it. */
export class ToolCallDto {
  @ApiPropertyOptional({ description: 'The call id of the provider' })
  @IsOptional()
  @IsString()
  id?: string;

  @ApiProperty()
  @IsString()
  name!: string;

  @ApiPropertyOptional({
    description: 'JSON text, as the model wrote it; or an object, of which the API drops keys such as `constructor`',
    type: Object,
  })
  @IsOptional()
  arguments?: string | Record<string, unknown>;
}

export class CallDto extends ToolCallDto {
  @ApiPropertyOptional({ type: SelectionDto })
  @IsOptional()
  @ValidateNested()
  @Type(() => SelectionDto)
  selection?: SelectionDto;
}

export class CallAllDto {
  @ApiProperty({ type: [ToolCallDto] })
  @IsArray()
  @ArrayMaxSize(128)
  @ValidateNested({ each: true })
  @Type(() => ToolCallDto)
  calls!: ToolCallDto[];

  @ApiPropertyOptional({ type: SelectionDto })
  @IsOptional()
  @ValidateNested()
  @Type(() => SelectionDto)
  selection?: SelectionDto;
}
