import type { ToolResult } from 'nestjs-tool-router';

const WIDTH = 92;

/** Prints what happens in a form that a person likes to read. */
export const transcript = {
  chapter(title: string): void {
    print(`\n── ${title} ${'─'.repeat(Math.max(0, WIDTH - title.length - 4))}`);
  },

  line(label: string, text: string): void {
    const [first = '', ...rest] = wrap(text);
    print(`   ${label.padEnd(9)} ${first}`);
    for (const line of rest) print(`   ${' '.repeat(9)} ${line}`);
  },

  result(result: ToolResult): void {
    const { source, durationMs, errorCode } = result;
    this.line('answer', result.output);
    const took = `${durationMs.toFixed(1)} ms`;
    if (errorCode === undefined) this.line('from', `${source ?? '?'}, ${took}`);
    else this.line('code', `${errorCode}, ${took}`);
  },
} as const;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function wrap(text: string): string[] {
  const words = new RegExp(`.{1,${WIDTH - 13}}(\\s|$)|\\S+`, 'g');
  return text.split('\n').flatMap((line) => (line.match(words) ?? ['']).map((part) => part.trimEnd()));
}
