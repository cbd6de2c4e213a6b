// Owns one connection to a provider: a socket that carries one exchange at a time. It knows whether it has answered
// before, which decides whether a lost request may be sent again, and how long it has been quiet, which decides whether
// it may carry another one. Whatever comes while nothing was asked ends it. Never used again after a failure.
import type { Socket } from 'node:net';
import type { Clock } from '../domain/clock.ts';
import type { AnswerHead } from './answer-head.ts';
import { ConnectionError } from './failures.ts';
import type { Connect } from './guarded-connect.ts';
import { IDLE_MARGIN_MS, IDLE_MS, IDLE_MS_MAX, QUIET_MS } from './limits.ts';

/** The exchange at work on a connection. */
export interface Passenger {
  /** There is a socket, to be written to now. */
  onOpen(): void;
  /** Borrowed until it returns. False asks for a pause, until `resume`. */
  onBytes(bytes: Buffer): boolean;
  /** There is no socket any more; called at most once, and nothing after it. */
  onGone(error: Error): void;
}

export class Connection {
  readonly origin: string;
  readonly host: string;
  readonly #clock: Clock;
  readonly #connect: Connect;
  readonly #onLost: (lost: Connection) => void;
  readonly #beganMs: number;
  #socket: Socket | null = null;
  #passenger: Passenger | null = null;
  /** Whole answers that came over it. */
  #answers = 0;
  /** It is gone, or must not be used again. */
  #isOver = false;
  /** From then on, anything sent unasked after the last answer would have arrived, and closed the connection. */
  quietAtMs = 0;
  /** How long connecting took: never less than the way there and back. */
  #connectMs = 0;

  /** `onLost` is told when the socket closes, whoever closed it. */
  constructor(
    origin: string,
    { connect, clock, onLost }: { connect: Connect; clock: Clock; onLost: (lost: Connection) => void },
  ) {
    this.origin = origin;
    this.host = origin.slice(origin.indexOf('//') + 2);
    this.#clock = clock;
    this.#connect = connect;
    this.#onLost = onLost;
    this.#beganMs = clock.monotonicMs();
  }

  /** True when the next request would go over a socket that has already answered one. */
  get isReused(): boolean {
    return this.#answers > 0;
  }

  get isOpen(): boolean {
    return this.#socket !== null && !this.#isOver;
  }

  /** Opens the socket when there is none yet. */
  carry(passenger: Passenger): void {
    this.#passenger = passenger;
    if (this.#isOver) this.#lose(new ConnectionError('CLOSED_HERE'));
    else if (this.#socket === null) this.#open();
    else passenger.onOpen();
  }

  /** In one write, so that the peer gets it in as few packets as can be. */
  write(head: string, body: Buffer | null): void {
    if (body === null) this.#socket?.write(head, 'latin1');
    else this.#socket?.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
  }

  resume(): void {
    this.#socket?.resume();
  }

  /** The answer is whole. `isFramed`: it ended before the connection did. */
  answered(head: AnswerHead, isFramed: boolean): void {
    this.#answers++;
    this.#passenger = null;
    this.quietAtMs = this.#clock.monotonicMs() + QUIET_MS + this.#connectMs;
    const idleMs = isFramed ? idleMsOf(head) : 0;
    const socket = this.#socket;
    // An answer that came before its question was written says nothing of where the next one would begin.
    if (idleMs <= 0 || socket === null || socket.writableLength > 0) this.#isOver = true;
    // Node starts this time anew with each read and write.
    else if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
  }

  /** Also ends a connecting that is still under way. */
  destroy(): void {
    this.#isOver = true;
    this.#socket?.destroy();
  }

  #open(): void {
    this.#socket = this.#connect({
      origin: this.origin,
      onOpen: () => {
        this.#connectMs = this.#clock.monotonicMs() - this.#beganMs;
        this.#passenger?.onOpen();
      },
      onBytes: (bytes) => this.#take(bytes),
      onError: (error) => this.#lose(error),
    });
    this.#socket?.on('timeout', () => {
      if (this.#passenger === null) this.destroy();
    });
  }

  #take(bytes: Buffer): boolean {
    if (this.#passenger === null) {
      this.destroy();
      return true;
    }
    return this.#passenger.onBytes(bytes);
  }

  #lose(error: Error): void {
    this.destroy();
    const passenger = this.#passenger;
    this.#passenger = null;
    if (passenger === null) this.#onLost(this);
    else passenger.onGone(error);
  }
}

/** How long the peer will keep a connection that carries nothing; zero or less when it is not to be used again. */
function idleMsOf({ isHttp10, headers }: AnswerHead): number {
  if (isHttp10 || /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i.test(headers.connection ?? '')) return 0;
  const keepAlive = headers['keep-alive'];
  const seconds = keepAlive === undefined ? null : /timeout=(\d{1,9})/i.exec(keepAlive);
  return seconds === null ? IDLE_MS : Math.min(Number(seconds[1]) * 1_000 - IDLE_MARGIN_MS, IDLE_MS_MAX);
}
