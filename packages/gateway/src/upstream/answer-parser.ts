// Owns the way of one answer from bytes to head and body: what came is read as far as it goes, wherever it was cut. An
// answer is whole, refused, or waits for more; bytes behind its end refuse it, because then nobody knows what it answers.
import { type Framing, framingOf, type PieceSink } from './answer-framing.ts';
import { type AnswerHead, HeadReader } from './answer-head.ts';

export interface AnswerSink extends PieceSink {
  onHead(head: AnswerHead): void;
}

export type Progress = 'more' | 'whole' | { refused: string };

export class AnswerParser {
  readonly #sink: AnswerSink;
  readonly #head = new HeadReader();
  #framing: Framing | null = null;
  #progress: Progress = 'more';

  constructor(sink: AnswerSink) {
    this.#sink = sink;
  }

  /** True when the answer says by itself where it ends, so that another may follow it on the same connection. */
  get isFramed(): boolean {
    return this.#framing !== null && !this.#framing.endsWithConnection;
  }

  take(bytes: Buffer): Progress {
    if (this.#progress === 'more') this.#progress = this.#take(bytes);
    else if (this.#progress === 'whole') this.#progress = { refused: 'bytes after the end of the answer' };
    return this.#progress;
  }

  /** The peer has ended the connection in order. */
  end(): Progress {
    if (this.#progress === 'more' && this.#framing?.endsWithConnection) this.#progress = 'whole';
    return this.#progress;
  }

  #take(bytes: Buffer): Progress {
    const at = this.#framing === null ? this.#head.take(bytes, 0) : 0;
    if (this.#head.refusal !== null) return { refused: this.#head.refusal };
    if (this.#head.head === null) return 'more';
    if (this.#framing === null) {
      const framing = framingOf(this.#head.head);
      if (typeof framing === 'string') return { refused: framing };
      this.#framing = framing;
      this.#sink.onHead(this.#head.head);
    }
    return this.#takeBody(this.#framing, bytes, at);
  }

  #takeBody(framing: Framing, bytes: Buffer, from: number): Progress {
    const at = framing.take(bytes, from, this.#sink);
    if (framing.refusal !== null) return { refused: framing.refusal };
    if (!framing.isOver) return 'more';
    return at < bytes.length ? { refused: 'bytes after the end of the answer' } : 'whole';
  }
}
