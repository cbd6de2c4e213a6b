// Owns what comes over a socket before undici reads it. It bounds all bytes of one answer, because a chunk may carry an
// extension without end, and leaves out `100 Continue`: any client must bear one (RFC 9110, section 15.2), some servers
// send it unasked, and undici takes it for an attack. Everything else is passed on unread. Bytes that come while nothing
// was asked are never touched, so that undici sees them and ends the connection.
import type { Socket } from 'node:net';
import { ConnectionError } from './failures.ts';
import { ANSWER_BYTES_MAX, INFORMATIONAL_MAX, RESPONSE_HEAD_BYTES_MAX } from './limits.ts';

const CONTINUE = Buffer.from('HTTP/1.1 100');
const NOTICE = /^HTTP\/1\.[01] 408\b/;
const HEAD_END = '\r\n\r\n';

export class Incoming {
  readonly #socket: Socket;
  /** Of the present answer. */
  #bytes = 0;
  #leftOut = 0;
  /** What has come of the answer may be the beginning of a `100 Continue`. */
  #isBeginning = false;
  #held: Buffer | null = null;
  #isResting = false;
  /** While nothing was asked, the server said that it gives the connection up. */
  isNotice = false;

  /** undici takes what came by `read`, and in no other way. */
  constructor(socket: Socket) {
    this.#socket = socket;
    const read = socket.read;
    socket.read = (size?: number) => {
      const bytes = read.call(socket, size) as Buffer | null;
      return bytes === null ? null : this.#pass(bytes);
    };
  }

  /** A question is being written. */
  expect(): void {
    this.#isResting = false;
    this.#bytes = 0;
    this.#leftOut = 0;
    this.#isBeginning = true;
  }

  /** The answer is over. */
  rest(): void {
    this.#isResting = true;
  }

  /** Bytes of an answer have come that undici has not seen. */
  get hasBegun(): boolean {
    return this.#held !== null || this.#leftOut > 0;
  }

  #pass(bytes: Buffer): Buffer | null {
    if (this.#isResting) {
      this.isNotice = NOTICE.test(bytes.toString('latin1', 0, 16));
      return bytes;
    }
    this.#bytes += bytes.length;
    if (this.#bytes > ANSWER_BYTES_MAX) {
      this.#socket.destroy(new ConnectionError('TOO_MANY_BYTES'));
      return null;
    }
    return this.#isBeginning ? this.#withoutContinue(bytes) : bytes;
  }

  /** Null while it cannot be known. */
  #withoutContinue(bytes: Buffer): Buffer | null {
    let rest = this.#held === null ? bytes : Buffer.concat([this.#held, bytes]);
    this.#held = null;
    while (beginsWithContinue(rest) && this.#leftOut < INFORMATIONAL_MAX) {
      const end = rest.indexOf(HEAD_END);
      if (end === -1 && rest.length < RESPONSE_HEAD_BYTES_MAX) {
        this.#held = rest.length === 0 ? null : rest;
        return null;
      }
      if (end === -1 || end > RESPONSE_HEAD_BYTES_MAX) break;
      rest = rest.subarray(end + HEAD_END.length);
      this.#leftOut++;
    }
    this.#isBeginning = false;
    return rest;
  }
}

/** As far as the bytes go. */
function beginsWithContinue(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, CONTINUE.length);
  return bytes.compare(CONTINUE, 0, length, 0, length) === 0;
}
