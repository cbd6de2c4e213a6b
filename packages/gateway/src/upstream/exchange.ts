// Owns one request and its answer on one connection, from the first byte sent to the last byte decoded. It ends exactly
// once: with an answer, with a typed failure, or at the deadline, which spans connecting, head and body. It speaks to
// undici's dispatch, on which `request` is built, because only there it shows whether an answer had begun.
import type { Dispatcher } from 'undici';
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import {
  type BodyEvents,
  type BodyReader,
  type ByteBudget,
  codingOf,
  createBodyReader,
  listOf,
  NOT_GZIP,
} from './body.ts';
import type { Connection } from './connection.ts';
import {
  attemptFailureOf,
  badResponse,
  isPeerGone,
  isUnsent,
  type Stage,
  timedOut,
  unavailable,
} from './failures.ts';
import { responseHeaders } from './headers.ts';
import { BODY_PIECES_MAX, INFORMATIONAL_MAX, UPSTREAM_BODY_BYTES_MAX } from './limits.ts';
import type { Outgoing } from './outgoing.ts';
import { decodeText, isWholeJson } from './text.ts';
import type { TimeLimit } from './time-limit.ts';
import { afterLook, answerAfterTurn } from './turn.ts';

export type Answer = Omit<UpstreamResponse, 'receivedAtMs'>;

export interface Ending {
  result: Answer | AttemptFailure;
  /** A used connection was closed under the request before any byte of an answer: the peer never took it up. */
  isStale: boolean;
  /** The connection was there, so the request went out. */
  wasSent: boolean;
}

interface ExchangeOptions {
  /** The peer is told whether another question may follow. */
  isKept: boolean;
  connection: Connection;
  outgoing: Outgoing;
  budget: ByteBudget;
  timeLimit: TimeLimit;
}

export function exchange(options: ExchangeOptions): Promise<Ending> {
  return new Promise((resolve) => new Exchange(options, resolve).start());
}

/** For a used connection: bytes nobody asked for may lie in its socket, and must be found, and end it, before it is written to. */
export function exchangeAfterLook(options: ExchangeOptions): Promise<Ending> {
  return new Promise((resolve) => {
    const later = new Exchange(options, resolve);
    afterLook(() => later.start());
  });
}

class Exchange implements Dispatcher.DispatchHandler, BodyEvents {
  readonly #options: ExchangeOptions;
  readonly #resolve: (ending: Ending) => void;
  #status = 0;
  #headers: Record<string, string> = {};
  #reader: BodyReader | null = null;
  #stage: Stage = 'connecting';
  #interim = 0;
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
    const { connection, outgoing, timeLimit, isKept } = this.#options;
    const onOver = () => this.#end(timedOut(this.#stage));
    if (timeLimit.isOver) {
      onOver();
      return;
    }
    this.#isReused = connection.isReused;
    if (this.#isReused && !connection.isOpen) {
      this.#end(unavailable('connection lost before anything was sent'), true);
      return;
    }
    timeLimit.listen(onOver);
    const { method, path, headers, body } = outgoing;
    connection.dispatch({ method, path, headers, body, reset: !isKept }, this);
  }

  /** The question is written as soon as this returns. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#stage = 'waiting';
    // The deadline passed while connecting: nothing may be sent any more.
    if (this.#isOver) controller.abort(new Error('over'));
    else this.#options.connection.asked();
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
      if (++this.#interim > INFORMATIONAL_MAX) this.#end(badResponse('too many interim answers'));
      return;
    }
    this.#stage = 'reading';
    this.#status = status;
    this.#openBody(responseHeaders(headers, (controller.rawHeaders as Buffer[]).length / 2));
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#isOver) return;
    if (++this.#pieces > BODY_PIECES_MAX) this.#end(badResponse('body is in too many pieces'));
    else this.#reader?.write(piece);
  }

  /** Trailers are nobody's business. */
  onResponseEnd(): void {
    this.#options.connection.ended();
    if (!this.#isOver) this.#reader?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { connection } = this.#options;
    const hasBegun = this.#hasBegun || connection.hasBegun;
    const isStale = this.#isReused && !hasBegun && (isUnsent(error) || isPeerGone(error));
    this.#end(attemptFailureOf(error, this.#stage), isStale);
  }

  #openBody(headers: Record<string, string> | null): void {
    if (headers === null) {
      this.#end(badResponse('too many headers'));
      return;
    }
    this.#headers = headers;
    if (this.#isTooLong) {
      this.#end(badResponse('body is too large'));
      return;
    }
    const coding = this.#hasNoBody ? 'identity' : codingOf(headers);
    if (typeof coding === 'object') this.#end(coding);
    else this.#reader = createBodyReader(coding, this.#options.budget, this);
  }

  onFailure(failure: AttemptFailure): void {
    this.#end(failure);
  }

  /**
   * It counts only at the end of the turn: what follows the answer in the same packet is read only now. And answers that
   * came in one turn go on together, so that their calls are written together: one by one they cost 140 µs more per call
   * (32 callers).
   */
  onWhole(bytes: Buffer, isCut: boolean): void {
    if (this.#isOver) return;
    const answer = isCut && !isWholeJson(bytes) ? NOT_GZIP : this.#answer(bytes);
    answerAfterTurn(() => this.#finish(answer));
  }

  #answer(bytes: Buffer): Answer {
    const [status, headers, isReused] = [this.#status, this.#headers, this.#isReused];
    const head = { kind: 'response' as const, status, headers, ...(isReused && { isReused }) };
    if (this.#options.outgoing.wantsBytes) return { ...head, body: '', bytes };
    return { ...head, body: decodeText(bytes, this.#headers['content-type']) };
  }

  #finish(answer: Answer | AttemptFailure): void {
    if (this.#isOver) return;
    const { connection } = this.#options;
    if (connection.hasExcess) this.#end(badResponse('bytes after the end of the answer'));
    else if (connection.wasReset && !this.#saysWhereItEnds)
      this.#end(badResponse('answer broken off by a reset'));
    else {
      connection.answered();
      this.#end(answer);
    }
  }

  /** Answers of these two statuses, and to this question, have none, whatever their headers say. */
  get #hasNoBody(): boolean {
    return this.#status === 204 || this.#status === 304 || this.#options.outgoing.method === 'HEAD';
  }

  /** It says so itself; there is no need to wait for the bytes. */
  get #isTooLong(): boolean {
    const length = this.#hasNoBody ? 0 : this.#headers['content-length'];
    return Number(length ?? 0) > UPSTREAM_BODY_BYTES_MAX;
  }

  /** Else its end is the end of the connection. */
  get #saysWhereItEnds(): boolean {
    return (
      this.#headers['content-length'] !== undefined ||
      listOf(this.#headers['transfer-encoding']).includes('chunked') ||
      this.#hasNoBody
    );
  }

  #end(result: Answer | AttemptFailure, isStale = false): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.timeLimit.listen(null);
    this.#reader?.close();
    if (result.kind !== 'response') this.#options.connection.destroy();
    this.#resolve({ result, isStale, wasSent: this.#stage !== 'connecting' });
  }
}
