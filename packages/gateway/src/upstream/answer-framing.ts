// Owns where an answer's body ends: after so many bytes, after the last chunk, with the connection, or before it began.
// It hands on the bytes of the body and drops what is between them. What RFC 9112 leaves unclear is refused.
import type { AnswerHead } from './answer-head.ts';
import { FieldLines, isField } from './field-lines.ts';
import { BODY_BYTES_MAX, CHUNK_LINE_BYTES_MAX } from './limits.ts';

export interface PieceSink {
  /** Takes bytes of the body, borrowed until it returns. False when it wants no more. */
  onPiece(piece: Buffer): boolean;
}

export interface Framing {
  readonly isOver: boolean;
  readonly refusal: string | null;
  /** The peer may end the body by ending the connection, and in no other way. */
  readonly endsWithConnection: boolean;
  /** Gives back where it stopped: behind the body, or at the end of what came. */
  take(bytes: Buffer, from: number, sink: PieceSink): number;
}

const TOO_LARGE = 'body is too large';

/** A refusal when it is not clear. */
export function framingOf({ status, isHttp10, headers }: AnswerHead): Framing | string {
  const length = headers['content-length'];
  const transfer = headers['transfer-encoding'];
  if (length !== undefined && transfer !== undefined) return 'body has two lengths';
  // Repeated ones were joined by a comma, so they are refused too.
  if (length !== undefined && !/^[0-9]{1,15}$/.test(length)) return 'content-length is malformed';
  if (transfer !== undefined && (isHttp10 || transfer.toLowerCase() !== 'chunked'))
    return 'unknown transfer coding';
  if (status === 204 || status === 304) return new Sized(0);
  if (transfer !== undefined) return new Chunked();
  if (length === undefined) return new UntilClosed();
  return Number(length) > BODY_BYTES_MAX ? TOO_LARGE : new Sized(Number(length));
}

class Sized implements Framing {
  readonly refusal = null;
  readonly endsWithConnection = false;
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get isOver(): boolean {
    return this.#left === 0;
  }

  take(bytes: Buffer, from: number, sink: PieceSink): number {
    const to = Math.min(bytes.length, from + this.#left);
    if (to === from) return from;
    this.#left -= to - from;
    sink.onPiece(bytes.subarray(from, to));
    return to;
  }
}

class UntilClosed implements Framing {
  readonly isOver = false;
  readonly endsWithConnection = true;
  refusal: string | null = null;
  #bytes = 0;

  take(bytes: Buffer, from: number, sink: PieceSink): number {
    if (from === bytes.length) return from;
    this.#bytes += bytes.length - from;
    if (this.#bytes > BODY_BYTES_MAX) this.refusal = TOO_LARGE;
    else sink.onPiece(bytes.subarray(from));
    return bytes.length;
  }
}

const CR = 0x0d;
const LF = 0x0a;
const SEMICOLON = 0x3b;

/** What comes next in a chunked body. */
type Next = 'size' | 'extension' | 'size LF' | 'data' | 'data CR' | 'data LF' | 'trailers' | 'nothing';

const ignored = {
  onLine: (line: string) => (isField(line) ? null : 'a trailer is malformed'),
  onBeginning: () => null,
};

class Chunked implements Framing {
  readonly endsWithConnection = false;
  refusal: string | null = null;
  #next: Next = 'size';
  /** Of the chunk: as far as its digits have come, then what is left of its data. */
  #left = 0;
  #lineBytes = 0;
  #digits = 0;
  #bytes = 0;
  #trailers: FieldLines | null = null;

  get isOver(): boolean {
    return this.#next === 'nothing';
  }

  take(bytes: Buffer, from: number, sink: PieceSink): number {
    let at = from;
    while (at < bytes.length && this.#next !== 'nothing' && this.refusal === null) {
      if (this.#next === 'data') {
        const to = Math.min(bytes.length, at + this.#left);
        if (!sink.onPiece(bytes.subarray(at, to))) return bytes.length;
        this.#left -= to - at;
        if (this.#left === 0) this.#next = 'data CR';
        at = to;
      } else if (this.#next === 'trailers') at = this.#takeTrailers(bytes, at);
      else this.#takeByte(bytes[at++]!);
    }
    return at;
  }

  #takeTrailers(bytes: Buffer, from: number): number {
    this.#trailers ??= new FieldLines(ignored);
    const at = this.#trailers.take(bytes, from);
    this.refusal = this.#trailers.refusal;
    if (this.#trailers.isOver) this.#next = 'nothing';
    return at;
  }

  #takeByte(byte: number): void {
    if (this.#next === 'size') this.#takeSize(byte);
    else if (this.#next === 'extension') this.#takeExtension(byte);
    else if (this.#next === 'size LF') this.#expect(byte, LF, this.#afterSize());
    else if (this.#next === 'data CR') this.#expect(byte, CR, 'data LF');
    else this.#expect(byte, LF, 'size');
    if (this.#next === 'data LF') this.#digits = this.#lineBytes = 0;
  }

  #takeSize(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      this.#digits++;
      this.#left = this.#left * 16 + digit;
      // Sixteen digits at most before this holds, so no size is ever rounded.
      if (this.#bytes + this.#left > BODY_BYTES_MAX) this.refusal = TOO_LARGE;
    } else if (this.#digits > 0 && byte === SEMICOLON) this.#next = 'extension';
    else if (this.#digits > 0 && byte === CR) this.#next = 'size LF';
    else this.refusal = 'a chunk is malformed';
    this.#countLine();
  }

  #takeExtension(byte: number): void {
    if (byte === CR) this.#next = 'size LF';
    else if ((byte < 0x20 && byte !== 0x09) || byte === 0x7f) this.refusal = 'a chunk is malformed';
    this.#countLine();
  }

  #countLine(): void {
    if (++this.#lineBytes > CHUNK_LINE_BYTES_MAX) this.refusal = 'the line of a chunk is too long';
  }

  #afterSize(): Next {
    this.#bytes += this.#left;
    return this.#left === 0 ? 'trailers' : 'data';
  }

  #expect(byte: number, expected: number, next: Next): void {
    if (byte === expected) this.#next = next;
    else this.refusal = 'a chunk is malformed';
  }
}

/** -1 when it is none. */
function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
