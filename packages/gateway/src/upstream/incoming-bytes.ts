// Filters the bytes of a socket before undici reads them. It bounds all bytes of one answer, because a chunk may carry an endless
// extension. It removes `100 Continue`: every client must accept one (RFC 9110, section 15.2), some servers send it unexpectedly,
// and undici treats it as an attack. Everything else is passed on unread. Bytes that arrive while no request is open are not
// touched, so that undici sees them and closes the connection.
import type { Socket } from 'node:net';
import { ConnectionError } from './failures.ts';
import { ANSWER_BYTES_MAX, INFORMATIONAL_MAX, RESPONSE_HEAD_BYTES_MAX } from './limits.ts';

const CONTINUE = Buffer.from('HTTP/1.1 100');
const NOTICE = /^HTTP\/1\.[01] 408\b/;
const HEAD_END = '\r\n\r\n';

export class Incoming {
  readonly #socket: Socket;
  /** Bytes of the current answer. */
  #bytes = 0;
  #leftOut = 0;
  /** The bytes so far may be the beginning of a `100 Continue`. */
  #isBeginning = false;
  #held: Buffer | null = null;
  #isResting = false;
  /** While no request was open, the server announced that it closes the connection. */
  isNotice = false;

  /** undici reads the socket only through `read`, so this method is replaced. */
  constructor(socket: Socket) {
    this.#socket = socket;
    const read = socket.read;
    socket.read = (size?: number) => {
      const bytes = read.call(socket, size) as Buffer | null;
      return bytes === null ? null : this.#pass(bytes);
    };
  }

  /** Called when a request is being written. */
  expect(): void {
    this.#isResting = false;
    this.#bytes = 0;
    this.#leftOut = 0;
    this.#isBeginning = true;
  }

  /** Called when the answer is complete. */
  rest(): void {
    this.#isResting = true;
  }

  /** Bytes of an answer have arrived that undici has not seen. */
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

  /** null while too few bytes have arrived to decide. */
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
