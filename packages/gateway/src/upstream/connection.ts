// Owns one connection to a provider: an undici client that carries one exchange at a time. It knows whether the present
// socket has answered before, which decides whether a lost request may be sent again, and how long it has been quiet,
// which decides whether it may carry another one. Never used again after a failure.
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { Clock } from '../domain/clock.ts';
import { isWrongAnswer } from './failures.ts';
import type { Connect } from './guarded-connect.ts';
import {
  BODY_BYTES_MAX,
  IDLE_MARGIN_MS,
  IDLE_MS,
  IDLE_MS_MAX,
  QUIET_MS,
  RESPONSE_HEAD_BYTES_MAX,
  SILENCE_MS_MAX,
} from './limits.ts';

export class Connection {
  readonly origin: string;
  readonly #client: Client;
  #socket: Socket | null = null;
  readonly #clock: Clock;
  /** Whole answers that came over the present socket. */
  #answers = 0;
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
    this.#clock = clock;
    this.#client = new Client(origin, {
      connect: (options, callback) => {
        const beganMs = clock.monotonicMs();
        this.#answers = 0;
        this.#socket = connect(options, (...result) => {
          this.#connectMs = clock.monotonicMs() - beganMs;
          callback(...result);
        });
      },
      pipelining: 1,
      allowH2: false,
      useMilo: false, // The experimental parser of undici 8.
      strictContentLength: true,
      maxHeaderSize: RESPONSE_HEAD_BYTES_MAX,
      maxResponseSize: BODY_BYTES_MAX,
      headersTimeout: SILENCE_MS_MAX,
      bodyTimeout: SILENCE_MS_MAX,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS_MAX,
      keepAliveTimeoutThreshold: IDLE_MARGIN_MS,
    });
    this.#client.on('disconnect', () => onLost(this));
    // undici reports its own broken assertions here; without a listener one odd answer would end the process.
    (this.#client as EventEmitter).on('error', () => onLost(this));
  }

  /** True when the next request would go over a socket that has already answered one. */
  get isReused(): boolean {
    return this.#answers > 0;
  }

  get isOpen(): boolean {
    return this.#socket !== null && !this.#socket.destroyed && !this.#client.destroyed;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(options, handler);
  }

  answered(): void {
    this.#answers++;
    this.quietAtMs = this.#clock.monotonicMs() + QUIET_MS + this.#connectMs;
  }

  /** True when bytes came after the end of the answer: then nobody knows where it really ended. */
  get hasExcess(): boolean {
    const error = this.#socket?.errored ?? null;
    return error !== null && isWrongAnswer(error);
  }

  /** Also ends a connecting that is still under way. */
  destroy(): void {
    this.#client.destroy(null, () => {});
    this.#socket?.destroy();
  }
}
