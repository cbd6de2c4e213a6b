// Owns the reading of an answer's head: status line and headers, strictly as RFC 9112 writes them. What is written in
// any other way is refused: two readers who disagree about a head disagree about where the answer ends. Interim answers
// are passed over.
import { FieldLines, isField, type LineSink } from './field-lines.ts';
import { INFORMATIONAL_MAX, RESPONSE_HEADERS_MAX } from './limits.ts';

export interface AnswerHead {
  status: number;
  isHttp10: boolean;
  /** Names in lower case, repeated ones joined, cookies dropped. No prototype: `__proto__` is a name like any other. */
  headers: Record<string, string>;
}

const STATUS_LINE = /^HTTP\/1\.[01] [1-9][0-9]{2}(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const BEGINNING = 'HTTP/1.';
const NOT_HTTP = 'answer is not HTTP';

export class HeadReader implements LineSink {
  #lines = new FieldLines(this);
  #interim = 0;
  #fields = 0;
  #head: AnswerHead | null = null;
  /** Null until it is whole. */
  head: AnswerHead | null = null;
  refusal: string | null = null;

  /** Gives back where it stopped: behind the head, or at the end of the piece. */
  take(piece: Buffer, from: number): number {
    let at = from;
    while (at < piece.length && this.head === null && this.refusal === null) {
      at = this.#lines.take(piece, at);
      this.refusal = this.#lines.refusal;
      if (this.#lines.isOver && this.refusal === null) this.#end();
    }
    return at;
  }

  onLine(line: string): string | null {
    if (this.#head === null) return this.#begin(line);
    if (!isField(line)) return 'a header is malformed';
    if (++this.#fields > RESPONSE_HEADERS_MAX) return 'too many headers';
    addField(this.#head.headers, line);
    return null;
  }

  onBeginning(line: string): string | null {
    if (this.#head !== null) return null;
    return line.startsWith(BEGINNING.slice(0, line.length)) ? null : NOT_HTTP;
  }

  #begin(line: string): string | null {
    if (!STATUS_LINE.test(line)) return NOT_HTTP;
    const status = Number(line.slice(9, 12));
    this.#head = {
      status,
      isHttp10: line[7] === '0',
      headers: Object.create(null) as Record<string, string>,
    };
    return null;
  }

  #end(): void {
    const head = this.#head;
    if (head === null) this.refusal = NOT_HTTP;
    else if (head.status === 101) this.refusal = 'answer switches protocols, unasked';
    else if (head.status >= 200) this.head = head;
    else this.#passOver();
  }

  #passOver(): void {
    if (++this.#interim > INFORMATIONAL_MAX) this.refusal = 'too many interim answers';
    this.#lines = new FieldLines(this);
    this.#fields = 0;
    this.#head = null;
  }
}

function addField(headers: Record<string, string>, line: string): void {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).toLowerCase();
  if (name.startsWith('set-cookie')) return;
  const value = trimmed(line, colon + 1);
  const earlier = headers[name];
  headers[name] = earlier === undefined ? value : `${earlier}, ${value}`;
}

/** Without the spaces and tabs around it; `trim` would take more than these. */
function trimmed(line: string, from: number): string {
  let start = from;
  let end = line.length;
  while (start < end && isBlank(line.charCodeAt(start))) start++;
  while (end > start && isBlank(line.charCodeAt(end - 1))) end--;
  return line.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
