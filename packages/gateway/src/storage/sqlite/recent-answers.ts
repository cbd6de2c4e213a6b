// Owns the answers that this process settled last under ids of its callers, unpacked and on the event loop's side: who asks again
// does so soon, and unpacking 28 kB and handing them over costs as much as the rest of a replay. They are bytes and never
// the word: whether a call is replayed is decided by the ledger, each time and in its transaction. What is settled stays
// settled with the very answer, and one that was purged or refunded is refused there, whatever is remembered here.
import { type ChargeFacts, joinedBytes, withFacts } from '../../domain/answer.ts';
import { KB } from '../../domain/limits.ts';
import type { OpenCallAnswer, OpenCallRequest } from '../ledger/calls-open.ts';
import type { OpenSettledAnswer } from '../ledger/calls-open-settled.ts';
import type {
  AnswerContent,
  OpenCall,
  OpenResult,
  OpenSettledCall,
  OpenSettledResult,
  SettleResult,
  Storage,
  StoredAnswer,
} from '../storage.ts';

/** 140 pages of 20 records: at a hundred calls per second under ids of their callers, those of the last second and a half. */
const RECENT_BYTES_MAX = 4 * 1024 * KB;
/** An answer larger than an eighth of the whole would push out too many others. */
const WHOLE_PER_ANSWER_MIN = 8;
/** The map's slot, the name and the entry. */
const ENTRY_BYTES = 512;

type CallName = { accountId: string; requestId: string };

interface Recent {
  accountId: string;
  answer: StoredAnswer;
  bytes: number;
}

/**
 * By request id alone, because every call of everybody is looked up here and a name made of two would have to be written
 * first. Of two accounts that use one id, the later is remembered and the other is answered from the row.
 */
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

/** The verbs below: who tells them that an answer is known gets a replay without it, and nobody else. */
export interface CallsToAsk extends Pick<Storage['calls'], 'settle'> {
  open(input: OpenCallRequest & { answerKnown: true }): Promise<OpenCallAnswer>;
  open(input: OpenCall): Promise<OpenResult>;
  openSettled(input: OpenSettledRequest & { answerKnown: true }): Promise<OpenSettledAnswer>;
  openSettled(input: OpenSettledCall): Promise<OpenSettledResult>;
}

/**
 * The same verbs with the same results, but that an answer which is known does not travel, neither there nor back. A call
 * of which nothing is known or kept goes straight through: to be waited for here first would cost a live call 2 µs.
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
  /** It was asked for again, and not for the last time perhaps. */
  const rememberReplay = (call: CallName, result: OpenResult | OpenSettledResult | SettleResult) => {
    if (result.kind === 'replay') recent.put(call, result.answer);
  };
  const kept = async <R extends OpenSettledResult | SettleResult>(
    call: CallName,
    answer: AnswerContent,
    settling: Promise<R>,
  ): Promise<R> => {
    const result = await settling;
    if (result.kind === 'settled') recent.put(call, storedOf(answer, result));
    rememberReplay(call, result);
    return result;
  };
  return {
    open(input) {
      const known = recent.find(input);
      if (known !== null) return openKnown(input, known);
      const opening = calls.open(input);
      // Beside the caller's own way: who opens a call for the first time waits no longer for it.
      opening.then((result) => rememberReplay(input, result), ignore);
      return opening;
    },
    openSettled(input) {
      if (input.answer === null) return calls.openSettled(input);
      const known = recent.find(input);
      if (known !== null) return openSettledKnown(input, known);
      return kept(input, input.answer, calls.openSettled(input));
    },
    settle(input) {
      const settling = calls.settle(input);
      return input.answer === null ? settling : kept(input.hold, input.answer, settling);
    },
  };
}

const isGone = ({ kind }: { kind: string }) => kind === 'expired' || kind === 'refunded';

/** Whoever waits for the verb hears of it. */
function ignore(): void {}

/** Bytes of its own: those of a page are another page's soon after the call has ended. */
function storedOf(answer: AnswerContent, facts: ChargeFacts): StoredAnswer {
  if (answer.kind === 'text')
    return { body: joinedBytes(withFacts(answer, facts)), gzip: null, passedOn: null };
  return { body: answer.bytes, gzip: null, passedOn: { headers: answer.headers, status: answer.status } };
}
