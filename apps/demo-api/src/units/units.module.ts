import { Module } from '@nestjs/common';
import { ConvertUnitsFunction } from './convert-units.function.js';

@Module({ providers: [ConvertUnitsFunction] })
export class UnitsModule {}
