// One connection to a provider: an undici client with one socket that carries one exchange at a time. It records whether the
// socket has answered before, which decides whether a lost request may be sent again, and how long it has been quiet, which
// decides whether it may carry another one. Bytes that arrive while no request is open close it. It is never used after a
// failure, and never connects twice.
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Clock } from '../domain/clock.ts';
import { ConnectionError, isReset, isWrongAnswer } from './failures.ts';
import type { Connect } from './guarded-connect.ts';
import { Incoming } from './incoming-bytes.ts';
import {
  IDLE_MARGIN_MS,
  IDLE_MS,
  IDLE_MS_MAX,
  QUIET_MS,
  RESPONSE_HEAD_BYTES_MAX,
  UPSTREAM_BODY_BYTES_MAX,
} from './limits.ts';
import { Client } from './undici-client.ts';

export class Connection {
  readonly origin: string;
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #connect: Connect;
  #socket: Socket | null = null;
  #incoming: Incoming | null = null;
  #isOver = false;
  /** A request is open. */
  #isAsked = false;
  #hasEnded = false;
  /** Complete answers received over it. */
  #answers = 0;
  /** From this time on, unexpected bytes after the last answer would have arrived and closed the connection. */
  quietAtMs = 0;
  /** Milliseconds that connecting took: never less than a round trip. */
  #connectMs = 0;

  /** `onLost` is called when the socket closes, whichever side closed it. */
  constructor(
    origin: string,
    { connect, clock, onLost }: { connect: Connect; clock: Clock; onLost: (lost: Connection) => void },
  ) {
    this.origin = origin;
    this.#clock = clock;
    this.#connect = connect;
    this.#client = new Client(origin, {
      connect: (_options, callback) => this.#open(callback),
      pipelining: 1,
      allowH2: false,
      useMilo: false, // The experimental parser of undici 8.
      strictContentLength: true,
      maxHeaderSize: RESPONSE_HEAD_BYTES_MAX,
      maxResponseSize: UPSTREAM_BODY_BYTES_MAX,
      // The request's deadline covers everything, so undici needs no timeouts.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS_MAX,
      keepAliveTimeoutThreshold: IDLE_MARGIN_MS,
    });
    this.#client.on('disconnect', () => onLost(this));
    // undici reports its own failed assertions here; without a listener one malformed answer would end the process.
    (this.#client as EventEmitter).on('error', () => onLost(this));
  }

  /** True when the next request would go over a socket that has already answered one. */
  get isReused(): boolean {
    return this.#answers > 0;
  }

  get isOpen(): boolean {
    return this.#socket !== null && !this.#socket.destroyed && !this.#isOver;
  }

  /** Opens the socket when there is none yet. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(options, handler);
  }

  /** The request is being written: bytes from now on belong to its answer. */
  asked(): void {
    this.#isAsked = true;
    this.#incoming?.expect();
  }

  /** The last byte of the answer has arrived: later bytes belong to no request. */
  ended(): void {
    this.#isAsked = false;
    this.#hasEnded = true;
    this.#incoming?.rest();
  }

  /**
   * The connection was lost because of unexpected bytes after an answer. A server that closes an idle connection may announce it
   * (`408`, RFC 9110, section 15.5.9); such a notice does not count.
   */
  get hasUnexpectedBytes(): boolean {
    return this.#hasEnded && !this.#isAsked && this.hasExcess && this.#incoming?.isNotice !== true;
  }

  /** Bytes of an answer have come that undici has not seen. */
  get hasBegun(): boolean {
    return this.#incoming?.hasBegun === true;
  }

  /** The answer is complete. */
  answered(): void {
    this.#answers++;
    this.quietAtMs = this.#clock.monotonicMs() + QUIET_MS + this.#connectMs;
  }

  /** True when bytes followed the answer: then it is unknown where the answer really ended. */
  get hasExcess(): boolean {
    const error = this.#socket?.errored ?? null;
    return error !== null && isWrongAnswer(error);
  }

  /** The peer reset the connection: an answer that ends with its connection may be cut. */
  get wasReset(): boolean {
    const error = this.#socket?.errored ?? null;
    return error !== null && isReset(error);
  }

  /** Also ends a connection attempt that is still running. */
  destroy(): void {
    this.#isOver = true;
    this.#client.destroy(null, () => {});
    this.#socket?.destroy();
  }

  #open(callback: (...result: [error: Error, socket: null] | [error: null, socket: Socket]) => void): void {
    // If the socket closed before the request was written, undici would open another one.
    if (this.#socket !== null) {
      callback(new ConnectionError('LOST_UNSENT'), null);
      return;
    }
    const beganMs = this.#clock.monotonicMs();
    this.#socket = this.#connect(this.origin, (error, socket) => {
      if (error !== null) return callback(error, null);
      this.#connectMs = this.#clock.monotonicMs() - beganMs;
      // Over TLS through a proxy it is another socket than the one that connected.
      this.#socket = socket;
      this.#incoming = new Incoming(socket);
      callback(null, socket);
    });
  }
}
