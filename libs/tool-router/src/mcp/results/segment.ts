/** A piece of a flattened result. */
export interface Segment {
  readonly text: string;
  /** A placeholder is shown whole or not at all; a text may be cut. */
  readonly whole: boolean;
}

/** Something the tool said. */
export function textSegment(text: string): Segment {
  return { text: text.toWellFormed(), whole: false };
}

/** A line that stands for something that is not shown. */
export function placeholder(text: string): Segment {
  return { text, whole: true };
}
