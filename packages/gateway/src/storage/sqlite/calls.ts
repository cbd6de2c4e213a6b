// Runs the verbs of calls on SQLite. Consecutive ones in a batch are read, run and written together. Each call of a batch costs two or
// three queries of its own; rows that it shares with others (account, key, windows, sums) are read and written once for all of them.
import { keepable } from '../ledger/answers.ts';
import { type CallVerb, runCallVerb, wantedBy } from '../ledger/call-verbs.ts';
import type { OpenCallRequest } from '../ledger/calls-open.ts';
import type { ReleaseCall, SettleCall } from '../storage.ts';
import { readLedger } from './ledger-read.ts';
import { writeLedger } from './ledger-write.ts';
import type { OpenSettledRequest } from './recent-answers.ts';
import type { VerbContext } from './verb-context.ts';

/** These verbs run together on one ledger; all other verbs run one by one. */
export type CallVerbName = 'calls.open' | 'calls.openSettled' | 'calls.settle' | 'calls.release';

/** Declared as a method, so that it can be called with the input of a message (port.ts says why that is sound). */
type AsCallVerb = { of(input: unknown): CallVerb }['of'];

const NAMES: Record<CallVerbName, AsCallVerb> = {
  'calls.open': (input: OpenCallRequest) => ({ name: 'open', input }),
  'calls.openSettled': (input: OpenSettledRequest) => ({
    name: 'openSettled',
    input: { ...input, answer: keepable(input.answer) },
  }),
  'calls.settle': (input: SettleCall) => ({
    name: 'settle',
    input: { ...input, answer: keepable(input.answer) },
  }),
  'calls.release': (input: ReleaseCall) => ({ name: 'release', input }),
};

export const isOfCalls = (name: string): name is CallVerbName => Object.hasOwn(NAMES, name);

/** The verb as the ledger runs it; null if it is not a verb of calls. */
export function asCallVerb({ name, input }: { name: string; input: unknown }): CallVerb | null {
  return isOfCalls(name) ? NAMES[name](input) : null;
}

export function runCalls(context: VerbContext, verbs: readonly CallVerb[]): unknown[] {
  const ledger = readLedger(context, wantedBy(verbs));
  const values = verbs.map((verb) => runCallVerb(ledger, verb));
  writeLedger(context.db, ledger);
  return values;
}
