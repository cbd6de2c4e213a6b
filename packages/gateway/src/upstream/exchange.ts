// Owns one request and its answer on one connection, from the first byte sent to the last byte decoded. It ends exactly
// once: with an answer, with a typed failure, or at the deadline, which spans connecting, head and body. It speaks to
// undici's dispatch, on which `request` is built, because only there it shows whether an answer had begun.
import type { Dispatcher } from 'undici';
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import { type BodyEvents, type BodyReader, type ByteBudget, codingOf, createBodyReader } from './body.ts';
import type { Connection } from './connection.ts';
import { badResponse, failureOf, isPeerGone, type Stage, timedOut } from './failures.ts';
import { responseHeaders } from './headers.ts';
import { BODY_PIECES_MAX, INFORMATIONAL_MAX } from './limits.ts';
import type { Outgoing } from './outgoing.ts';
import type { Patience } from './patience.ts';
import { decodeText } from './text.ts';
import { afterTurn } from './turn.ts';

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
  patience: Patience;
}

export function exchange(options: ExchangeOptions): Promise<Ending> {
  return new Promise((resolve) => new Exchange(options, resolve).start());
}

/**
 * Before undici writes on a used socket it waits for the end of the event loop's turn, so that bytes nobody asked for
 * are found first. Started from here, that turn is a whole one with its own look at every socket; started from within
 * another socket's event it would not be.
 */
export function exchangeAfterLook(options: ExchangeOptions): Promise<Ending> {
  return new Promise((resolve) => {
    const later = new Exchange(options, resolve);
    afterTurn(() => later.start());
  });
}

class Exchange implements Dispatcher.DispatchHandler, BodyEvents {
  readonly #options: ExchangeOptions;
  readonly #resolve: (ending: Ending) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: Record<string, string> = {};
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
    const { connection, outgoing, patience } = this.#options;
    const onOver = () => this.#end(timedOut(this.#stage));
    if (patience.isOver) {
      onOver();
      return;
    }
    patience.listen(onOver);
    const { method, path, headers, body } = outgoing;
    connection.dispatch({ method, path, headers, body }, this);
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

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.#isOver) return;
    if (status < 200) {
      if (++this.#informational > INFORMATIONAL_MAX) this.#end(badResponse('too many interim answers'));
      return;
    }
    this.#stage = 'reading';
    this.#status = status;
    this.#openBody(responseHeaders(headers, (controller.rawHeaders as Buffer[]).length / 2));
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

  #openBody(headers: Record<string, string> | null): void {
    if (headers === null) {
      this.#end(badResponse('too many headers'));
      return;
    }
    this.#headers = headers;
    const coding = codingOf(headers);
    if (typeof coding === 'object') this.#end(coding);
    else this.#reader = createBodyReader(coding, this.#options.budget, this);
  }

  onReady(): void {
    this.#controller?.resume();
  }

  onFailure(failure: AttemptFailure): void {
    this.#end(failure);
  }

  /** One turn later, because what follows the answer in the same packet is parsed only now. */
  onWhole(bytes: Buffer): void {
    afterTurn(() => this.#finish(bytes));
  }

  #finish(bytes: Buffer): void {
    if (this.#isOver) return;
    const { connection, outgoing } = this.#options;
    if (connection.hasExcess) {
      this.#end(badResponse('bytes after the end of the answer'));
      return;
    }
    connection.answered();
    const head = { kind: 'response' as const, status: this.#status, headers: this.#headers };
    if (outgoing.wantsBytes) {
      this.#end({ ...head, body: '', bytes });
      return;
    }
    const body = decodeText(bytes, this.#headers['content-type']);
    this.#end(typeof body === 'string' ? { ...head, body } : body);
  }

  #end(result: Answer | AttemptFailure, isStale = false): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.patience.listen(null);
    this.#reader?.close();
    if (result.kind !== 'response') this.#controller?.abort(new Error('over'));
    this.#resolve({ result, isStale, wasSent: this.#stage !== 'connecting' });
  }
}
