// Owns one request and its answer on one connection, from the first byte sent to the last byte decoded. It ends exactly
// once: with an answer, with a typed failure, or at the deadline, which spans connecting, head and body. It speaks to
// undici's dispatch, on which `request` is built, because only there it shows whether an answer had begun.
import type { Dispatcher } from 'undici';
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import { type BodyReader, type ByteBudget, codingOf, createBodyReader } from './body.ts';
import type { Connection } from './connection.ts';
import { badResponse, failureOf, isPeerGone, type Stage, timedOut } from './failures.ts';
import { responseHeaders } from './headers.ts';
import { BODY_PIECES_MAX, INFORMATIONAL_MAX } from './limits.ts';
import type { Outgoing } from './outgoing.ts';
import { decodeText } from './text.ts';

export type Answer = Omit<UpstreamResponse, 'receivedAtMs'>;

export interface Ending {
  result: Answer | AttemptFailure;
  /** A used connection was closed under the request before any byte of an answer: the peer never took it up. */
  isStale: boolean;
  /** The connection was there, so the request went out. */
  wasSent: boolean;
}

interface ExchangeOptions {
  connection: Connection;
  outgoing: Outgoing;
  budget: ByteBudget;
  signal: AbortSignal;
}

export function exchange(options: ExchangeOptions): Promise<Ending> {
  return new Promise((resolve) => new Exchange(options, resolve).start());
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #resolve: (ending: Ending) => void;
  readonly #onAbort = () => this.#end(timedOut(this.#stage));
  #controller: Dispatcher.DispatchController | null = null;
  #reader: BodyReader | null = null;
  #stage: Stage = 'connecting';
  #informational = 0;
  #pieces = 0;
  #isReused = false;
  /** At least one byte of an answer has come. */
  #hasBegun = false;
  #isOver = false;

  constructor(options: ExchangeOptions, resolve: (ending: Ending) => void) {
    this.#options = options;
    this.#resolve = resolve;
  }

  start(): void {
    const { connection, outgoing, signal } = this.#options;
    if (signal.aborted) {
      this.#onAbort();
      return;
    }
    signal.addEventListener('abort', this.#onAbort, { once: true });
    const { method, url, headers, body } = outgoing;
    connection.dispatch({ method, path: url.pathname + url.search, headers, body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#stage = 'waiting';
    this.#isReused = this.#options.connection.isReused;
    // The deadline passed while connecting: nothing may be sent any more.
    if (this.#isOver) controller.abort(new Error('over'));
  }

  onResponseStarted(): void {
    this.#hasBegun = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#isOver) return;
    if (status >= 200) this.#openBody(status, controller.rawHeaders as Buffer[]);
    else if (++this.#informational > INFORMATIONAL_MAX) this.#end(badResponse('too many interim answers'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    if (++this.#pieces > BODY_PIECES_MAX) this.#end(badResponse('body is in too many pieces'));
    else if (this.#reader?.write(chunk) === false) controller.pause();
  }

  /** Trailers are nobody's business. */
  onResponseEnd(): void {
    if (!this.#isOver) this.#reader?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const isStale = this.#isReused && !this.#hasBegun && isPeerGone(error);
    this.#end(failureOf(error, this.#stage), isStale);
  }

  #openBody(status: number, raw: Buffer[]): void {
    this.#stage = 'reading';
    const headers = responseHeaders(raw);
    if (headers === null) {
      this.#end(badResponse('too many headers'));
      return;
    }
    const coding = codingOf(headers);
    if (typeof coding === 'object') {
      this.#end(coding);
      return;
    }
    this.#reader = createBodyReader(coding, this.#options.budget, {
      onReady: () => this.#controller?.resume(),
      onWhole: (bytes) => this.#finish({ status, headers }, bytes),
      onFailure: (failure) => this.#end(failure),
    });
  }

  /** One turn later, because what follows the answer in the same packet is parsed only now. */
  #finish(head: Pick<Answer, 'status' | 'headers'>, bytes: Buffer): void {
    setImmediate(() => {
      if (this.#isOver) return;
      const { connection, outgoing } = this.#options;
      if (connection.hasExcess) return this.#end(badResponse('bytes after the end of the answer'));
      const { wantsBytes } = outgoing;
      const body = wantsBytes ? '' : decodeText(bytes, head.headers['content-type']);
      connection.answered();
      const answer = { kind: 'response' as const, ...head, ...(wantsBytes && { bytes }) };
      this.#end(typeof body === 'string' ? { ...answer, body } : body);
    });
  }

  #end(result: Answer | AttemptFailure, isStale = false): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#reader?.close();
    if (result.kind !== 'response') this.#controller?.abort(new Error('over'));
    this.#resolve({ result, isStale, wasSent: this.#stage !== 'connecting' });
  }
}
