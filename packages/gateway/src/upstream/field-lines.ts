// Owns the cutting of bytes into the lines of a head or of trailers, wherever the network cut them into pieces. A line
// ends with CRLF and nothing else, an empty line ends them all, and all together are bounded. Never reads beyond their end.
import { RESPONSE_HEAD_BYTES_MAX } from './limits.ts';

/** What is turned into text at a time: most heads are shorter, and what follows them is the body. */
const STEP_BYTES = 1024;

/** A token, the colon right behind it, and Latin-1 without control characters. */
const FIELD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*$/;

export function isField(line: string): boolean {
  return FIELD.test(line);
}

export interface LineSink {
  /** Anything but null refuses the answer, and says why. */
  onLine(line: string): string | null;
  /** The same for the beginning of a line whose end has not come yet. */
  onBeginning(line: string): string | null;
}

export class FieldLines {
  readonly #sink: LineSink;
  /** The beginning of a line whose end has not come yet. */
  #rest = '';
  /** In whole lines. */
  #bytes = 0;
  /** The empty line has come. */
  isOver = false;
  refusal: string | null = null;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** Gives back where it stopped: behind the empty line, or at the end of the piece. */
  take(piece: Buffer, from: number): number {
    let at = from;
    while (at < piece.length && !this.isOver && this.refusal === null) at = this.#step(piece, at);
    return at;
  }

  #step(piece: Buffer, from: number): number {
    const to = Math.min(piece.length, from + STEP_BYTES);
    const text = this.#rest + piece.toString('latin1', from, to);
    const end = this.#cut(text);
    this.#bytes += end;
    if (this.refusal !== null) return to;
    if (this.isOver) return to - (text.length - end);
    this.#rest = text.slice(end);
    this.refusal = this.#refusalOfRest();
    return to;
  }

  /** Gives back the end of the last whole line. */
  #cut(text: string): number {
    let start = 0;
    while (!this.isOver && this.refusal === null) {
      const end = text.indexOf('\r\n', start);
      if (end === -1) return start;
      if (end === start) this.isOver = true;
      else this.refusal = this.#sink.onLine(text.slice(start, end));
      start = end + 2;
      if (this.#bytes + start > RESPONSE_HEAD_BYTES_MAX) this.refusal = 'head or trailers are too large';
    }
    return start;
  }

  /** Says as soon as it can be known that no right line will come of this: who sends it may never send more. */
  #refusalOfRest(): string | null {
    if (this.#bytes + this.#rest.length > RESPONSE_HEAD_BYTES_MAX) return 'head or trailers are too large';
    if (this.#rest.includes('\n')) return 'a line does not end with CRLF';
    return this.#rest === '' ? null : this.#sink.onBeginning(this.#rest);
  }
}
