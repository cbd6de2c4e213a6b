// Owns the answers that this process gave last under ids of its callers, unpacked and on the event loop's side: who asks again
// does so soon, and unpacking 28 kB and handing them over costs as much as the rest of a replay. They are bytes and never
// the word: whether a call is replayed is decided by the ledger, each time and in its transaction. What is settled stays
// settled with the very answer, and one that was purged is refused there, whatever is remembered here.
import { bytesIn, joined, type Piece, withBalance } from '../../domain/answer.ts';
import { KB } from '../../domain/limits.ts';
import type { Micros } from '../../domain/money.ts';
import type { OpenAgain, OpenAgainResult } from '../ledger/calls-open.ts';
import type { OpenSettledAgainResult } from '../ledger/calls-open-settled.ts';
import { nameOf } from '../ledger/ledger.ts';
import type { AnswerContent, CallVerbs, OpenResult, OpenSettledCall, StoredAnswer } from '../storage.ts';

/** 140 pages of 20 records: at a hundred calls per second, those of the last second and a half. */
const RECENT_BYTES_MAX = 4 * 1024 * KB;
/** An answer larger than an eighth of the whole would push out too many others. */
const WHOLE_PER_ANSWER_MIN = 8;
/** The map's slot, the name and the entry. */
const ENTRY_BYTES = 512;

type Replay = Extract<OpenResult, { kind: 'replay' }>;
type PartialReplay = Extract<OpenAgainResult, { kind: 'replay' }>;
type CallName = { accountId: string; requestId: string };

interface Recent {
  /** In pieces until somebody asks for it: most are never asked for. */
  body: Uint8Array | readonly Piece[];
  passedOn: StoredAnswer['passedOn'];
  bytes: number;
}

export class RecentAnswers {
  /** In the order of use, because a map keeps the order of insertion. */
  readonly #answers = new Map<string, Recent>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax = RECENT_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(call: CallName): Recent | null {
    const name = nameOf(call.accountId, call.requestId);
    const found = this.#answers.get(name);
    if (found === undefined) return null;
    this.#answers.delete(name);
    this.#answers.set(name, found);
    return found;
  }

  put(call: CallName, { body, passedOn }: Pick<Recent, 'body' | 'passedOn'>): void {
    this.forget(call);
    const bytes = ENTRY_BYTES + (body instanceof Uint8Array ? body.length : bytesIn(body));
    if (bytes > this.#bytesMax / WHOLE_PER_ANSWER_MIN) return;
    this.#answers.set(nameOf(call.accountId, call.requestId), { body, passedOn, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#drop(oldest);
    }
  }

  forget({ accountId, requestId }: CallName): void {
    this.#drop(nameOf(accountId, requestId));
  }

  #drop(name: string): void {
    this.#bytes -= this.#answers.get(name)?.bytes ?? 0;
    this.#answers.delete(name);
  }
}

export interface OpenSettledAgain extends OpenSettledCall, OpenAgain {}

/** The verbs below: they can be told that an answer is known. */
export interface CallsToAsk extends Omit<CallVerbs, 'open' | 'openSettled'> {
  open(input: OpenAgain): Promise<OpenAgainResult>;
  openSettled(input: OpenSettledAgain): Promise<OpenSettledAgainResult>;
}

/** The same verbs with the same results, but that an answer which is known does not travel, neither there nor back. */
export function withRecentAnswers(calls: CallsToAsk, recent = new RecentAnswers()): CallVerbs {
  const replayOf = (call: CallName, known: Recent | null, replay: PartialReplay): Replay => {
    const answer = replay.answer ?? storedOf(known!);
    if (known === null) recent.put(call, answer);
    return { ...replay, answer };
  };
  return {
    ...calls,
    async open(input) {
      const known = recent.find(input);
      const result = await calls.open(known === null ? input : { ...input, answerKnown: true });
      if (result.kind === 'expired') recent.forget(input);
      return result.kind === 'replay' ? replayOf(input, known, result) : result;
    },
    async openSettled(input) {
      const known = recent.find(input);
      const result = await calls.openSettled(known === null ? input : { ...input, ...KNOWN });
      if (result.kind === 'expired') recent.forget(input);
      if (result.kind === 'settled') keep(recent, input, input.answer, result.balanceMicros);
      return result.kind === 'replay' ? replayOf(input, known, result) : result;
    },
    async settle(input) {
      const result = await calls.settle(input);
      if (result.kind === 'settled') keep(recent, input.hold, input.answer, result.balanceMicros);
      return result;
    },
  };
}

const KNOWN = { answerKnown: true, answer: null };

function keep(recent: RecentAnswers, call: CallName, answer: AnswerContent | null, balance: Micros): void {
  if (answer === null) return;
  if (answer.kind === 'text') recent.put(call, { body: withBalance(answer, balance), passedOn: null });
  else recent.put(call, { body: answer.bytes, passedOn: { headers: answer.headers, status: answer.status } });
}

function storedOf(recent: Recent): StoredAnswer {
  const body = recent.body instanceof Uint8Array ? recent.body : joined(recent.body);
  recent.body = body;
  return { body, passedOn: recent.passedOn };
}
