/** Takes the readable text of one output stream. */
export interface TextSink {
  append(text: string): void;
  /** The program draws the current line again: what the stream wrote since its last line end is void. */
  eraseLine(): void;
}
