// The form in which answers are stored: one gzip member, so that the stored bytes can be sent as they are. The bulk of an answer is compressed
// before the transaction, or came compressed because its caller gets gzip. The end of it contains the balance, which is only known inside
// the transaction.
import { gunzipSync } from 'node:zlib';
import { type ChargeFacts, endOf, joinedBytes } from '../../domain/answer.ts';
import { type BegunMember, beginMember, beginMemberSoon, endMember } from '../../domain/text/gzip-member.ts';
import type { Row } from '../steps/reading.ts';
import type { AnswerContent, KeptAnswer } from './call-verb-types.ts';
import type { AnswerRow } from './ledger.ts';

/** An answer that is ready to be stored, except for its balance. */
export interface KeepableAnswer {
  /** The row to store, once the transaction knows the balance. */
  finish(facts: ChargeFacts): AnswerRow;
}

/** Compresses only when `finish` is called: a repeated call brings an answer that is not stored again. */
export function keepable(answer: AnswerContent | null): KeepableAnswer | null {
  if (answer === null) return null;
  return { finish: (facts) => keep(answer, begunIn(answer) ?? beginMember(bulkOf(answer)), facts) };
}

/** The same for the event loop: a large answer is compressed by another thread. */
export async function keepableSoon(answer: AnswerContent | null): Promise<KeepableAnswer | null> {
  if (answer === null) return null;
  const begun = begunIn(answer) ?? (await beginMemberSoon(bulkOf(answer)));
  return { finish: (facts) => keep(answer, begun, facts) };
}

const begunIn = (answer: AnswerContent) => (answer.kind === 'text' ? answer.begun : undefined);
const bulkOf = (answer: AnswerContent) => (answer.kind === 'text' ? joinedBytes(answer.head) : answer.bytes);

function keep(answer: AnswerContent, begun: BegunMember, facts: ChargeFacts): AnswerRow {
  if (answer.kind === 'bytes') {
    const passedOn = JSON.stringify({ headers: answer.headers, status: answer.status });
    return { body: endMember(begun, EMPTY), passedOn };
  }
  return { body: endMember(begun, Buffer.from(endOf(answer.tail, facts))), passedOn: null };
}

const EMPTY = Buffer.alloc(0);

/** A page of 50 records fits into one chunk of this size: joining several chunks costs a third more. */
const WHOLE = { chunkSize: 64 * 1024 };

export function unpackAnswer(body: Uint8Array): Buffer {
  return gunzipSync(body, WHOLE);
}

/** Reads `body` and `passed_on` of the table `answers`. */
export function keptAnswerOf({ body, passed_on }: Row): KeptAnswer {
  return {
    body: unpackAnswer(body as Uint8Array),
    passedOn: JSON.parse((passed_on as string | null) ?? 'null'),
  };
}
