import { Injectable } from '@nestjs/common';
import { IsInt, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { FunctionCall, FunctionParameter, FunctionRequest, ToolTrace } from 'nestjs-tool-router';
import { HelpIndex } from './help-index.js';

export class SearchHelpRequest {
  @FunctionParameter({ description: 'The question, in the words of the customer' })
  @IsString()
  @MinLength(3)
  @MaxLength(500)
  question!: string;

  @FunctionParameter({ description: 'How many articles at most', required: false })
  @IsInt()
  @Min(1)
  @Max(5)
  top: number = 2;
}

/** Retrieval with a trace: the model reads the texts, the trace says what was found and why. */
@Injectable()
@FunctionCall({ name: 'search_help', description: 'Finds help articles for a question of a customer' })
export class SearchHelpFunction {
  constructor(private readonly index: HelpIndex) {}

  apply(@FunctionRequest() { question, top }: SearchHelpRequest): string {
    const hits = this.index.search(question);
    const cited = hits.slice(0, top);
    ToolTrace.record({
      retrieved: hits.map(({ article, score }) => ({ id: article.id, score })),
      cited: cited.map(({ article }) => article.id),
    });
    if (cited.length === 0) return 'No article fits the question.';
    return cited.map(({ article }) => `${article.title} [${article.id}]: ${article.text}`).join('\n');
  }
}
