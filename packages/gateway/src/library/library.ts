// The library as the gateway sees it: a transport for `library:` addresses, counts and thumbnails. Questions wait in a limited queue for
// the one search thread, and accounts take turns. A caller that gives up stops waiting at once. A thread that dies is replaced at the next
// question.
import { Worker } from 'node:worker_threads';
import type { AttemptFailure } from '../connectors/connector.ts';
import { inBackground } from '../domain/in-background.ts';
import type { Suggestion } from '../domain/suggestion.ts';
import { codeFile } from '../process/places.ts';
import {
  type OnBehalfOf,
  Parties,
  type Party,
  type TimeLimit,
  type Transport,
} from '../upstream/upstream.ts';
import type { LibraryAnswers, LibraryQuestion } from './answer.ts';
import type { LibraryPlace } from './library-place.ts';
import type { LibraryStats } from './library-store.ts';
import { SEARCH_QUEUE_MAX } from './limits.ts';
import type { LibraryRecord } from './record.ts';
import type { NoRoomNotice, Reply } from './thread.ts';
import { renderThumbnail } from './thumbnail.ts';

export interface Library {
  /** Carries `library://local/search?q=…&count=…&cursor=…`, `library://local/record?id=…` and `…/records?id=…&id=…`. */
  transport: Transport;
  /** Rejects when the file or the database cannot be read. */
  stats(): Promise<LibraryStats>;
  /** The record's JSON text as stored; null when there is none. */
  record(id: string): Promise<string | null>;
  /** For what somebody types into a search field. Empty also where the library cannot answer now: a search would say why. */
  suggest(typed: string, accountId: string): Promise<Suggestion[]>;
  /** The picture of a record that has none of its own, as SVG; null when there is no such record. */
  thumbnail(id: string): Promise<string | null>;
  /**
   * Why searches cannot be answered: the database has no connection available. null when no problem is known; a slow search is not a
   * problem. It returns at once. A known problem is checked again in the background.
   */
  whyNotReady(): string | null;
  /** Ends the thread; every waiting and every later question is answered "unavailable". */
  close(): Promise<void>;
}

export interface LibraryOptions {
  place: LibraryPlace;
  /** With a database: connects before the ledger has taken all of its connections. A file is opened by the first question. */
  connectsAtStart?: boolean;
  /** Called when the database has no connection left for the library: another pool in this process may close one. */
  onNoRoom?: () => void;
  /** How many questions may wait; a test makes it small. */
  queueMax?: number;
  /** Starts the search thread; a test uses it to keep a reference. */
  startThread?: (place: LibraryPlace) => Worker;
}

/** The search thread takes 12 MB and starts in 60 ms. Without questions for this long it ends, until the next question. */
export const SEARCH_IDLE_MS = 60_000;

function startSearchThread(place: LibraryPlace): Worker {
  return new Worker(codeFile('library/thread'), { workerData: { place } });
}

export function createLibrary(options: LibraryOptions): Library {
  const desk = new Desk(options);
  async function record(id: string): Promise<string | null> {
    return orThrow(await desk.ask<LibraryAnswers['record']>({ kind: 'record', id }, null));
  }
  return {
    transport: async (request, timeLimit, _policy, onBehalfOf, permit = null) => {
      const refusal = permit === null ? null : await permit(timeLimit);
      if (refusal !== null) return refusal;
      const question: LibraryQuestion = { kind: 'fetch', url: request.url };
      const outcome = await desk.ask<LibraryAnswers['fetch']>(question, onBehalfOf, timeLimit);
      return outcome.kind === 'answer' ? outcome.answer : outcome.failure;
    },
    stats: async () => orThrow(await desk.ask<LibraryAnswers['stats']>({ kind: 'stats' }, null)),
    record,
    async suggest(typed, accountId) {
      const url = `library://local/suggest?${new URLSearchParams({ typed })}`;
      const said = await desk.ask<LibraryAnswers['fetch']>({ kind: 'fetch', url }, accountId);
      if (said.kind === 'failure' || said.answer.kind !== 'response' || said.answer.status !== 200) return [];
      return (JSON.parse(said.answer.body) as { suggestions: Suggestion[] }).suggestions;
    },
    thumbnail: async (id) => {
      const body = await record(id);
      return body === null ? null : renderThumbnail(JSON.parse(body) as LibraryRecord);
    },
    whyNotReady: () => desk.whyNotReady(),
    close: () => desk.close(),
  };
}

type Outcome<T> = { kind: 'answer'; answer: T } | { kind: 'failure'; failure: AttemptFailure };

function orThrow<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'answer') return outcome.answer;
  throw new Error(`library: ${outcome.failure.detail}`);
}

interface Waiting {
  question: LibraryQuestion;
  resolve(outcome: Outcome<never>): void;
}

class Desk {
  private readonly startThread: () => Worker;
  private readonly queueMax: number;
  private readonly queue = new Parties<Waiting>();
  private asked: Waiting | null = null;
  private worker: Worker | null = null;
  private isClosed = false;
  /** The database's message when it last refused a connection because it had none left; null after any answer. */
  private refusal: string | null = null;
  private readonly onNoRoom: () => void;
  /** With a database the thread holds a connection that the ledger may not take, so it stays. */
  private readonly endsIdle: boolean;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor({ place, connectsAtStart = false, queueMax, startThread, onNoRoom }: LibraryOptions) {
    this.startThread = () => (startThread ?? startSearchThread)(place);
    this.queueMax = queueMax ?? SEARCH_QUEUE_MAX;
    this.onNoRoom = onNoRoom ?? (() => {});
    this.endsIdle = !('databaseUrl' in place);
    if (connectsAtStart && 'databaseUrl' in place) inBackground(this.ask({ kind: 'reach' }, null));
  }

  /** No caller searches at a node that is not ready, so the node asks the database itself. */
  whyNotReady(): string | null {
    if (this.refusal !== null && this.asked === null) inBackground(this.ask({ kind: 'reach' }, null));
    return this.refusal;
  }

  ask<T>(question: LibraryQuestion, onBehalfOf: OnBehalfOf, timeLimit?: TimeLimit): Promise<Outcome<T>> {
    if (this.isClosed) return Promise.resolve(unavailable('the library is closed'));
    if (timeLimit?.isOver) return Promise.resolve(timeout());
    const party = this.queue.of(onBehalfOf);
    if (this.queue.waiting >= this.queueMax && !this.makeRoom(party)) return Promise.resolve(tooMany());
    return new Promise((resolve) => {
      const waiting: Waiting = { question, resolve: resolve as Waiting['resolve'] };
      timeLimit?.listen(() => this.abandon(party, waiting));
      this.queue.wait(party, waiting);
      this.next();
    });
  }

  /** Makes a place in a full queue: the party with the most waiting questions loses one. False when no party has more than this one would have. */
  private makeRoom(party: Party<Waiting>): boolean {
    const last = this.queue.toDisplace(party);
    if (last === null) return false;
    this.queue.remove(last.party, last.waiter);
    last.waiter.resolve(tooMany());
    return true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idleTimer);
    this.fail('the library is closed');
    for (const { waiting } of this.queue.turns)
      for (const each of waiting) each.resolve(unavailable('the library is closed'));
    await this.worker?.terminate();
  }

  /** A question that is being answered runs to its end, but its answer is dropped; one in the queue is never asked. */
  private abandon(party: Party<Waiting>, waiting: Waiting): void {
    this.queue.remove(party, waiting);
    waiting.resolve(timeout());
  }

  private next(): void {
    if (this.asked !== null || this.isClosed) return;
    const waiting = this.takeTurn();
    // An idle library must not keep a finished process alive.
    if (waiting === undefined) this.rest();
    else this.put(waiting);
  }

  private rest(): void {
    this.worker?.unref();
    clearTimeout(this.idleTimer);
    if (this.endsIdle) this.idleTimer = setTimeout(() => this.endIdle(), SEARCH_IDLE_MS).unref();
  }

  private endIdle(): void {
    const worker = this.worker;
    this.worker = null;
    if (worker !== null) inBackground(worker.terminate());
  }

  private takeTurn(): Waiting | undefined {
    for (const party of this.queue.turns) {
      const [first] = party.waiting;
      this.queue.take(party, first!);
      return first;
    }
    return undefined;
  }

  private put(waiting: Waiting): void {
    this.asked = waiting;
    clearTimeout(this.idleTimer);
    this.worker ??= this.start();
    this.worker.ref();
    this.worker.postMessage(waiting.question);
  }

  private start(): Worker {
    const worker = this.startThread();
    worker.unref();
    worker.on('message', (said: Reply | NoRoomNotice) =>
      'noRoom' in said ? this.onNoRoom() : this.settle(said),
    );
    // An error is always followed by the exit event, which answers the waiting caller.
    worker.on('error', () => {});
    worker.on('exit', () => this.died(worker));
    return worker;
  }

  private settle(reply: Reply): void {
    const asked = this.asked;
    this.asked = null;
    this.refusal = 'answer' in reply || !reply.isNoRoom ? null : reply.failure;
    if ('answer' in reply) asked?.resolve({ kind: 'answer', answer: reply.answer as never });
    else asked?.resolve(unavailable(reply.failure));
    this.next();
  }

  private died(worker: Worker): void {
    // A thread that ended because it was idle; another one may be answering already.
    if (this.worker !== worker) return;
    this.worker = null;
    this.fail('the search thread ended');
    this.next();
  }

  private fail(detail: string): void {
    this.asked?.resolve(unavailable(detail));
    this.asked = null;
  }
}

function unavailable(detail: string): Outcome<never> {
  return { kind: 'failure', failure: { kind: 'unavailable', detail } };
}

function tooMany(): Outcome<never> {
  // No fault of the library: the caller may ask again, and its health does not suffer.
  const failure = { kind: 'unavailable' as const, detail: 'too many searches are waiting', isLocal: true };
  return { kind: 'failure', failure };
}

function timeout(): Outcome<never> {
  return {
    kind: 'failure',
    failure: { kind: 'timeout', detail: 'the caller stopped waiting for the library' },
  };
}
