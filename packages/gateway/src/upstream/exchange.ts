// Owns one request and its answer on one connection, from the first byte sent to the last byte decoded. It ends exactly
// once: with an answer, with a typed failure, or at the deadline, which spans connecting, head and body.
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import type { AnswerHead } from './answer-head.ts';
import { AnswerParser, type AnswerSink } from './answer-parser.ts';
import { type BodyEvents, type BodyReader, type ByteBudget, codingOf, createBodyReader } from './body.ts';
import type { Connection, Passenger } from './connection.ts';
import { badResponse, failureOf, isPeerGone, type Stage, timedOut, unavailable } from './failures.ts';
import { requestHead } from './headers.ts';
import { BODY_PIECES_MAX } from './limits.ts';
import type { Outgoing } from './outgoing.ts';
import type { Patience } from './patience.ts';
import { decodeText } from './text.ts';
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
  connection: Connection;
  outgoing: Outgoing;
  budget: ByteBudget;
  patience: Patience;
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

class Exchange implements Passenger, AnswerSink, BodyEvents {
  readonly #options: ExchangeOptions;
  readonly #resolve: (ending: Ending) => void;
  readonly #parser = new AnswerParser(this);
  #head: AnswerHead | null = null;
  #reader: BodyReader | null = null;
  #stage: Stage = 'connecting';
  #pieces = 0;
  #isReused = false;
  /** At least one byte of an answer has come. */
  #hasBegun = false;
  /** The last byte of it has come. */
  #isWhole = false;
  #isPaused = false;
  #isOver = false;

  constructor(options: ExchangeOptions, resolve: (ending: Ending) => void) {
    this.#options = options;
    this.#resolve = resolve;
  }

  start(): void {
    const { connection, patience } = this.#options;
    const onOver = () => this.#end(timedOut(this.#stage));
    if (patience.isOver) {
      onOver();
      return;
    }
    this.#isReused = connection.isReused;
    if (this.#isReused && !connection.isOpen) {
      this.#end(unavailable('connection lost before anything was sent'), true);
      return;
    }
    patience.listen(onOver);
    connection.carry(this);
  }

  onOpen(): void {
    const { connection, outgoing } = this.#options;
    this.#stage = 'waiting';
    connection.write(requestHead(outgoing, connection.host), outgoing.body);
  }

  onBytes(bytes: Buffer): boolean {
    if (this.#isOver) return true;
    this.#hasBegun = true;
    this.#isPaused = false;
    const isAsked = this.#stage !== 'connecting';
    const progress = isAsked ? this.#parser.take(bytes) : { refused: 'bytes before the question' };
    if (typeof progress === 'object') this.#end(badResponse(progress.refused));
    else if (progress === 'whole') this.#readWhole();
    if (!this.#isOver && !this.#isWhole) this.#reader?.keep();
    return this.#isWhole || !this.#isPaused;
  }

  onGone(error: Error): void {
    if (this.#isWhole || this.#isOver) return;
    if ((error as { code?: unknown }).code === 'PEER_CLOSED' && this.#parser.end() === 'whole') {
      this.#readWhole();
      return;
    }
    const isStale = this.#isReused && !this.#hasBegun && isPeerGone(error);
    this.#end(failureOf(error, this.#stage), isStale);
  }

  onHead(head: AnswerHead): void {
    this.#stage = 'reading';
    this.#head = head;
    const coding = codingOf(head.headers);
    if (typeof coding === 'object') this.#end(coding);
    else this.#reader = createBodyReader(coding, this.#options.budget, this);
  }

  onPiece(piece: Buffer): boolean {
    if (this.#isOver) return false;
    if (++this.#pieces > BODY_PIECES_MAX) this.#end(badResponse('body is in too many pieces'));
    else if (this.#reader?.write(piece) === false) this.#isPaused = true;
    return !this.#isOver;
  }

  #readWhole(): void {
    this.#isWhole = true;
    if (!this.#isOver) this.#reader?.end();
  }

  onReady(): void {
    this.#options.connection.resume();
  }

  onFailure(failure: AttemptFailure): void {
    this.#end(failure);
  }

  /**
   * What was read becomes text at once, because its memory is used again, but counts only at the end of the turn: TLS hands
   * on bytes that follow the answer in a record of their own. And answers that came in one turn go on together, so that
   * their calls are written together: one by one they cost 140 µs more per call (32 callers).
   */
  onWhole(): void {
    const answer = this.#answer();
    if (answer !== null) answerAfterTurn(() => this.#finish(answer));
  }

  #answer(): Answer | AttemptFailure | null {
    const [head, reader] = [this.#head, this.#reader];
    if (this.#isOver || head === null || reader === null) return null;
    const answer = { kind: 'response' as const, status: head.status, headers: head.headers };
    if (this.#options.outgoing.wantsBytes) {
      reader.keep();
      return { ...answer, body: '', bytes: reader.bytes };
    }
    const body = decodeText(reader.bytes, head.headers['content-type']);
    return typeof body === 'string' ? { ...answer, body } : body;
  }

  #finish(answer: Answer | AttemptFailure): void {
    if (this.#isOver || this.#head === null) return;
    this.#options.connection.answered(this.#head, this.#parser.isFramed);
    this.#end(answer);
  }

  #end(result: Answer | AttemptFailure, isStale = false): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.patience.listen(null);
    this.#reader?.close();
    if (result.kind !== 'response') this.#options.connection.destroy();
    this.#resolve({ result, isStale, wasSent: this.#stage !== 'connecting' });
  }
}
