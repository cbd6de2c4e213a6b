// Owns the verb `calls.openSettled`: both ends of a call whose answer was at hand before it was paid for. It is `open` and
// `settle` on one ledger, so it can have no rules of its own and leaves no hold behind.

import type { KeepableAnswer } from './answers.ts';
import type { OpenSettledCall, OpenSettledResult } from './call-verb-types.ts';
import { type OpenCallAnswer, type OpenCallRequest, openCall } from './calls-open.ts';
import { settleHeld } from './calls-resolve.ts';
import type { Ledger } from './ledger.ts';

/** As it is given to a batch: with its answer ready to be kept. */
export interface OpenSettled extends Omit<OpenSettledCall, 'answer'>, OpenCallRequest {
  answer: KeepableAnswer | null;
}

export type OpenSettledAnswer =
  | Exclude<OpenCallAnswer, { kind: 'opened' }>
  | Extract<OpenSettledResult, { kind: 'settled' }>;

export function openSettledCall(ledger: Ledger, input: OpenSettled): OpenSettledAnswer {
  const opened = openCall(ledger, input);
  if (opened.kind !== 'opened') return opened;
  const { accountId, requestId, chargedMicros, delivered, source, answer } = input;
  const call = ledger.call(accountId, requestId)!;
  const settled = settleHeld(ledger, call, {
    chargedMicros,
    ...(delivered && { delivered }),
    source,
    attempts: [],
    answer,
  });
  return { ...settled, rate: opened.rate };
}
