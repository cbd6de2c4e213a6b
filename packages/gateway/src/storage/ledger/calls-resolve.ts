// How a hold ends: settle (charge, outcome and stored answer together), release, or expiry. Each acts only on a call that is still held
// in the epoch that it names, so a hold has exactly one end, however late or often it is asked for. Only this check stops a node that was
// paused for long from settling a hold that has expired.
import type { ChargeFacts } from '../../domain/answer.ts';
import type { Attempt } from '../../domain/call.ts';
import type { Micros } from '../../domain/money.ts';
import { countFree } from './allowances.ts';
import type { KeepableAnswer } from './answers.ts';
import { addBalanceAlerts } from './balance-alerts.ts';
import type { HoldRef, ReleaseCall, SettleCall, SettleResult } from './call-verb-types.ts';
import { countEnd } from './count-end.ts';
import type { CallRow, Ledger } from './ledger.ts';
import { countTiers } from './tiers.ts';

/** The input of `settle` as a batch runs it: the answer is ready to be stored. */
export interface SettleHold extends Omit<SettleCall, 'answer'> {
  answer: KeepableAnswer | null;
}

type Settled = Extract<SettleResult, { kind: 'settled' }>;

export function settleCall(ledger: Ledger, input: SettleHold): SettleResult {
  const call = findHeld(ledger, input.hold);
  return call === null ? { kind: 'lost' } : settleHeld(ledger, call, input);
}

/** Settles a call that is known to be held. */
export function settleHeld(ledger: Ledger, call: CallRow, input: Omit<SettleHold, 'hold'>): Settled {
  const { chargedMicros } = input;
  ledger.moveHold(call, -1);
  call.state = 'settled';
  call.chargedMicros = chargedMicros;
  call.delivered = call.terms === null ? null : (input.delivered ?? null);
  call.source = input.source;
  call.attempts = JSON.stringify(input.attempts);
  call.finishedAtMs = ledger.nowMs;
  ledger.changedCalls.add(call);
  const balanceMicros = ledger.charge(call) as Micros;
  countTiers(ledger, call);
  addBalanceAlerts(ledger, call);
  countEnd(ledger, call, input.attempts);
  const { paidFrom } = call;
  const facts: ChargeFacts = paidFrom === undefined ? { balanceMicros } : { balanceMicros, paidFrom };
  if (input.answer !== null) ledger.store(call, input.answer.finish(facts));
  return { kind: 'settled', ...facts };
}

export function releaseCall(ledger: Ledger, input: ReleaseCall): { kind: 'released' | 'lost' } {
  const call = findHeld(ledger, input.hold);
  if (call === null) return { kind: 'lost' };
  endUncharged(ledger, call, { state: 'released', failureCode: input.failureCode, attempts: input.attempts });
  return { kind: 'released' };
}

function findHeld(ledger: Ledger, { accountId, requestId, epoch }: HoldRef): CallRow | null {
  const call = ledger.call(accountId, requestId);
  return call?.state === 'held' && call.epoch === epoch ? call : null;
}

interface UnchargedEnd {
  state: 'released' | 'expired';
  failureCode: string;
  /** null when the attempts are unknown, because the node that made them is gone. */
  attempts: readonly Attempt[] | null;
}

/** The end of a hold that no node settled or released in time. */
export const EXPIRED: UnchargedEnd = { state: 'expired', failureCode: 'HOLD_EXPIRED', attempts: null };

export function endUncharged(
  ledger: Ledger,
  call: CallRow,
  { state, failureCode, attempts }: UnchargedEnd,
): void {
  ledger.moveHold(call, -1);
  countFree(ledger, call, -1);
  call.state = state;
  call.failureCode = failureCode;
  call.attempts = attempts && JSON.stringify(attempts);
  call.finishedAtMs = ledger.nowMs;
  ledger.changedCalls.add(call);
  countEnd(ledger, call, attempts ?? []);
}
