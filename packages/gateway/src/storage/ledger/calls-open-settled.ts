// The verb `calls.openSettled`: opens and settles a call whose answer was available before it was paid for. It runs `open` and `settle`
// on one ledger, so it has no rules of its own and leaves no hold.

import type { KeepableAnswer } from './answers.ts';
import type { OpenSettledCall, OpenSettledResult } from './call-verb-types.ts';
import { type OpenCallAnswer, type OpenCallRequest, openCall } from './calls-open.ts';
import { settleHeld } from './calls-resolve.ts';
import type { Ledger } from './ledger.ts';

/** The input as a batch runs it: the answer is ready to be stored. */
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
