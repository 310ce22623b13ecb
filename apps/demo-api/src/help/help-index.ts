import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Injectable } from '@nestjs/common';

export interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Hit {
  readonly article: Article;
  readonly score: number;
}

/** A small search over the help articles: rare words of the question count more than common ones. */
@Injectable()
export class HelpIndex {
  readonly #articles = JSON.parse(
    readFileSync(resolve(__dirname, '../../data/help.json'), 'utf8'),
  ) as readonly Article[];
  readonly #words = this.#articles.map((article) => new Set(wordsOf(`${article.title} ${article.text}`)));

  search(question: string): readonly Hit[] {
    const asked = [...new Set(wordsOf(question))];
    return this.#articles
      .map((article, index) => ({ article, score: this.#score(asked, this.#words[index] ?? new Set()) }))
      .filter((hit) => hit.score > 0)
      .toSorted((a, b) => b.score - a.score);
  }

  #score(asked: readonly string[], words: ReadonlySet<string>): number {
    const total = asked.filter((word) => words.has(word)).reduce((sum, word) => sum + this.#rarity(word), 0);
    return Number(total.toFixed(3));
  }

  #rarity(word: string): number {
    const holders = this.#words.filter((words) => words.has(word)).length;
    return Math.log(1 + this.#words.length / holders);
  }
}

/** Words of four letters and more, cut to their stem-like beginning so that "returned" finds "returns". */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 6));
}
