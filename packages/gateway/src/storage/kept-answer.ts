// Owns how both backends read a row with a kept answer: unpacked, with the headers of bytes that were passed on.
import { unpackAnswer } from './ledger/answers.ts';
import type { CallVerbs, KeptAnswer } from './paid-call-verbs.ts';
import { type Row, readCallRecord } from './rows.ts';

/** `body` and `passed_on` of the table `answers`. */
export function keptAnswerOf({ body, passed_on }: Row): KeptAnswer {
  return {
    body: unpackAnswer(body as Uint8Array),
    passedOn: JSON.parse((passed_on as string | null) ?? 'null'),
  };
}

/** The row of a call, joined with that of its answer. */
export function answeredCallOf(row: Row | undefined): Awaited<ReturnType<CallVerbs['findAnswer']>> {
  return row === undefined ? null : { call: readCallRecord(row), answer: keptAnswerOf(row) };
}
