// The four verbs of calls. A batch runs them one after the other on the ledger in memory. A backend first reads the rows that `wantedBy`
// names; how it reads, locks and writes them is its own matter.

import type { OpenCall, ReleaseCall } from './call-verb-types.ts';
import { type OpenCallRequest, type OpenSettled, openCall, openSettledCall } from './calls-open.ts';
import { releaseCall, type SettleHold, settleCall } from './calls-resolve.ts';
import type { Ledger } from './ledger.ts';

export type CallVerb =
  | { name: 'open'; input: OpenCallRequest }
  | { name: 'openSettled'; input: OpenSettled }
  | { name: 'settle'; input: SettleHold }
  | { name: 'release'; input: ReleaseCall };

type CallName = { accountId: string; requestId: string };

export interface WantedRows {
  /** Calls that are to be opened. */
  opens: OpenCall[];
  /** Every call whose row is needed: those of all verbs, including `opens` and their twins. */
  calls: CallName[];
}

export function wantedBy(verbs: readonly CallVerb[]): WantedRows {
  const opens: OpenCall[] = [];
  for (const { name, input } of verbs) if (name === 'open' || name === 'openSettled') opens.push(input);
  return { opens, calls: [...verbs.map(callOf), ...opens.flatMap(twinsOf)] };
}

export function twinsOf({ accountId, twins = [] }: OpenCall): CallName[] {
  return twins.map((requestId) => ({ accountId, requestId }));
}

export function callOf(verb: CallVerb): CallName {
  return 'hold' in verb.input ? verb.input.hold : verb.input;
}

export function runCallVerb(ledger: Ledger, verb: CallVerb): unknown {
  if (verb.name === 'open') return openCall(ledger, verb.input);
  if (verb.name === 'openSettled') return openSettledCall(ledger, verb.input);
  if (verb.name === 'settle') return settleCall(ledger, verb.input);
  return releaseCall(ledger, verb.input);
}
