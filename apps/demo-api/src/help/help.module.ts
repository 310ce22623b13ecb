import { Module } from '@nestjs/common';
import { HelpIndex } from './help-index.js';
import { SearchHelpFunction } from './search-help.function.js';

@Module({ providers: [HelpIndex, SearchHelpFunction] })
export class HelpModule {}
