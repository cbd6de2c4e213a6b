// A cache of the answers that this process settled last under callers' ids, unpacked and on the event loop's side. Callers repeat a call
// soon after it, and unpacking and transferring 28 kB costs as much as the rest of a replay. This cache supplies bytes; the ledger
// decides, in each transaction, whether a call is replayed. The answer of a settled call never changes, and one that was purged or
// refunded is refused by the ledger, even if it is cached here.
import { type ChargeFacts, gzipOf, joinedBytes, withFacts } from '../../domain/answer.ts';
import { KB } from '../../domain/limits.ts';
import type { OpenCallAnswer, OpenCallRequest, OpenSettledAnswer } from '../ledger/calls-open.ts';
import type {
  AnswerContent,
  OpenCall,
  OpenResult,
  OpenSettledCall,
  OpenSettledResult,
  SettleCall,
  SettleResult,
  Storage,
  StoredAnswer,
} from '../storage.ts';

/** 140 pages of 20 records. At a hundred calls per second with callers' ids, that covers the last second and a half. */
const RECENT_BYTES_MAX = 4 * 1024 * KB;
/** An answer larger than an eighth of the cache would push out too many others. */
const WHOLE_PER_ANSWER_MIN = 8;
/** Assumed size of the map's slot, the key and the entry object. */
const ENTRY_BYTES = 512;

type CallName = { accountId: string; requestId: string };

interface Recent {
  accountId: string;
  answer: StoredAnswer;
  bytes: number;
}

/**
 * By request id alone: every call is looked up here, and building a key from account and id would cost more. If two accounts use the same
 * id, the later answer is cached and the other account is answered from the database.
 */
export class RecentAnswers {
  /** In the sequence of use, because a map keeps the sequence of insertion. */
  readonly #answers = new Map<string, Recent>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax = RECENT_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find({ accountId, requestId }: CallName): Recent | null {
    const found = this.#answers.get(requestId);
    if (found?.accountId !== accountId) return null;
    this.#answers.delete(requestId);
    this.#answers.set(requestId, found);
    return found;
  }

  put({ accountId, requestId }: CallName, answer: StoredAnswer): void {
    this.forget(requestId);
    const bytes = ENTRY_BYTES + answer.body.length + (answer.gzip?.length ?? 0);
    if (bytes > this.#bytesMax / WHOLE_PER_ANSWER_MIN) return;
    this.#answers.set(requestId, { accountId, answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.forget(oldest);
    }
  }

  forget(requestId: string): void {
    this.#bytes -= this.#answers.get(requestId)?.bytes ?? 0;
    this.#answers.delete(requestId);
  }
}

export interface OpenSettledRequest extends OpenSettledCall, OpenCallRequest {}

type HotVerbs = Pick<Storage['calls'], 'open' | 'openSettled' | 'settle'>;

/** The verbs that do the work. With `answerKnown` they return a replay without its answer. */
interface CallsToAsk {
  open(input: OpenCallRequest & { answerKnown: true }): Promise<OpenCallAnswer>;
  open(input: OpenCall, seen?: (result: OpenResult) => void): Promise<OpenResult>;
  openSettled(input: OpenSettledRequest & { answerKnown: true }): Promise<OpenSettledAnswer>;
  openSettled(input: OpenSettledCall, seen?: (result: OpenSettledResult) => void): Promise<OpenSettledResult>;
  settle(input: SettleCall, seen?: (result: SettleResult) => void): Promise<SettleResult>;
}

/**
 * The same verbs with the same results, except that a cached answer is not transferred between threads. What is to be cached is seen on its
 * way, without a promise of its own.
 */
export function withRecentAnswers(calls: CallsToAsk, recent = new RecentAnswers()): HotVerbs {
  const openKnown = async (input: OpenCall, known: Recent): Promise<OpenResult> => {
    const result = await calls.open({ ...input, answerKnown: true });
    if (isGone(result)) recent.forget(input.requestId);
    return result.kind === 'replay' ? { ...result, answer: known.answer } : result;
  };
  const openSettledKnown = async (input: OpenSettledCall, known: Recent): Promise<OpenSettledResult> => {
    const result = await calls.openSettled({ ...input, answer: null, answerKnown: true });
    if (isGone(result)) recent.forget(input.requestId);
    return result.kind === 'replay' ? { ...result, answer: known.answer } : result;
  };
  /** A replayed call may be repeated again. */
  const keep =
    (call: CallName, answer: AnswerContent | null) =>
    (result: OpenResult | OpenSettledResult | SettleResult) => {
      if (result.kind === 'replay') recent.put(call, result.answer);
      if (result.kind === 'settled' && answer !== null) recent.put(call, storedOf(answer, result));
    };
  return {
    open(input) {
      const known = recent.find(input);
      return known === null ? calls.open(input, keep(input, null)) : openKnown(input, known);
    },
    openSettled(input) {
      if (input.answer === null) return calls.openSettled(input);
      const known = recent.find(input);
      if (known !== null) return openSettledKnown(input, known);
      return calls.openSettled(input, keep(input, input.answer));
    },
    settle: (input) =>
      input.answer === null ? calls.settle(input) : calls.settle(input, keep(input.hold, input.answer)),
  };
}

const isGone = ({ kind }: { kind: string }) => kind === 'expired' || kind === 'refunded';

/** Copies the bytes: the buffer of a page is reused soon after the call has ended. */
function storedOf(answer: AnswerContent, facts: ChargeFacts): StoredAnswer {
  if (answer.kind === 'text')
    return { body: joinedBytes(withFacts(answer, facts)), gzip: gzipOf(answer, facts), passedOn: null };
  return { body: answer.bytes, gzip: null, passedOn: { headers: answer.headers, status: answer.status } };
}
