// One request and its answer on one connection, from the first byte sent to the last byte decoded. It ends exactly once: with an
// answer, with a typed failure, or at the deadline, which covers connecting, head and body. It uses undici's `dispatch`, on which
// `request` is built, because only there it is visible whether an answer had begun.
import type { Dispatcher } from 'undici';
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import { afterPoll, answerAfterTurn } from '../domain/event-loop-turn.ts';
import { textOfBytes } from '../domain/text/text-of-bytes.ts';
import {
  type BodyEvents,
  type BodyMemory,
  type BodyReader,
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
import { BODY_PIECES_MAX, INFORMATIONAL_MAX } from './limits.ts';
import type { Outgoing } from './outgoing-request.ts';
import type { TimeLimit } from './time-limit.ts';

export type Answer = Omit<UpstreamResponse, 'receivedAtMs'>;

export interface Ending {
  result: Answer | AttemptFailure;
  /** A reused connection was closed before any byte of an answer: the peer never began the request. */
  isStale: boolean;
  /** The connection was open, so the request was sent. */
  wasSent: boolean;
}

interface ExchangeOptions {
  /** Whether the peer is told that another request may follow. */
  isKept: boolean;
  connection: Connection;
  outgoing: Outgoing;
  memory: BodyMemory;
  timeLimit: TimeLimit;
}

/** Calls `end` once. A client makes one promise of it; one for each layer would cost every call. */
export function exchange(options: ExchangeOptions, end: (ending: Ending) => void): void {
  new Exchange(options, end).start();
}

/**
 * For a reused connection: unexpected bytes may be waiting in its socket. They must be found, and close it, before a request is
 * written.
 */
export function exchangeAfterPoll(options: ExchangeOptions, end: (ending: Ending) => void): void {
  const later = new Exchange(options, end);
  afterPoll(() => later.start());
}

const NOT_TEXT = badResponse('body is not readable as text');

/** Whether the JSON is complete. Parses all of it: for bodies that may have been cut. */
function isWholeJson(bytes: Buffer): boolean {
  try {
    JSON.parse(textOfBytes(bytes, {}).text);
    return true;
  } catch {
    return false;
  }
}

class Exchange implements Dispatcher.DispatchHandler, BodyEvents {
  readonly #options: ExchangeOptions;
  readonly #tell: (ending: Ending) => void;
  #status = 0;
  #headers: Record<string, string> = {};
  #reader: BodyReader | null = null;
  #stage: Stage = 'connecting';
  #interim = 0;
  #pieces = 0;
  #isReused = false;
  /** At least one byte of an answer has arrived. */
  #hasBegun = false;
  #isOver = false;

  constructor(options: ExchangeOptions, tell: (ending: Ending) => void) {
    this.#options = options;
    this.#tell = tell;
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

  /** The request is written as soon as this returns. */
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

  /** Trailers are ignored. */
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
    else this.#reader = createBodyReader(coding, this.#bodyLimits, this);
  }

  onFailure(failure: AttemptFailure): void {
    this.#end(failure);
  }

  /**
   * The answer counts only at the end of the turn, because bytes after it in the same packet are read only now. Answers of one
   * turn also continue together, so that their calls share a commit: one by one they cost 140 µs more per call (32 callers).
   */
  onWhole(bytes: Buffer, isCut: boolean): void {
    if (this.#isOver) return;
    const answer = isCut && !isWholeJson(bytes) ? NOT_GZIP : this.#answer(bytes);
    answerAfterTurn(() => this.#finish(answer));
  }

  #answer(bytes: Buffer): Answer | AttemptFailure {
    const [status, headers, isReused] = [this.#status, this.#headers, this.#isReused];
    const head = { kind: 'response' as const, status, headers, ...(isReused && { isReused }) };
    const { wantsBytes, language } = this.#options.outgoing;
    if (wantsBytes) return { ...head, body: '', bytes };
    const { text, isReadable } = textOfBytes(bytes, {
      contentType: this.#headers['content-type'],
      ...(language !== undefined && { language }),
    });
    // An error is told by its status; its text may be anything.
    return isReadable || status >= 300 ? { ...head, body: text } : NOT_TEXT;
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

  /** Answers with these two statuses, and answers to HEAD, have no body, whatever their headers say. */
  get #hasNoBody(): boolean {
    return this.#status === 204 || this.#status === 304 || this.#options.outgoing.method === 'HEAD';
  }

  get #bodyLimits() {
    const { memory, outgoing } = this.#options;
    return { memory, bytesMax: outgoing.bytesMax };
  }

  /** The content-length exceeds the bound; the bytes need not be awaited. */
  get #isTooLong(): boolean {
    const length = this.#hasNoBody ? 0 : this.#headers['content-length'];
    return Number(length ?? 0) > this.#options.outgoing.bytesMax;
  }

  /** False: the end of the connection is the end of the answer. */
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
    this.#tell({ result, isStale, wasSent: this.#stage !== 'connecting' });
  }
}
