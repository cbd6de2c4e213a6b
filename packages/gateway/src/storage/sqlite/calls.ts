// Owns the verbs of calls on SQLite: those that follow each other in a batch are read, run and written as one. A call of a
// batch costs two or three statements of its own; what it shares with its neighbours (account, key, windows, sums) is
// read and written once for all of them.
import { keepable } from '../ledger/answers.ts';
import { type CallVerb, runCallVerb, wantedBy } from '../ledger/call-verbs.ts';
import type { OpenCallRequest } from '../ledger/calls-open.ts';
import type { ReleaseCall, SettleCall } from '../storage.ts';
import { readLedger } from './ledger-read.ts';
import { writeLedger } from './ledger-write.ts';
import type { OpenSettledRequest } from './recent-answers.ts';
import type { VerbContext } from './verb-context.ts';
import type { CallVerbName, VerbName } from './verbs.ts';

const NAMES: Record<CallVerbName, (input: never) => CallVerb> = {
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

/** The verb as the ledger runs it; null when it is none of calls'. */
export function asCallVerb({ name, input }: { name: VerbName; input: unknown }): CallVerb | null {
  return Object.hasOwn(NAMES, name) ? NAMES[name as CallVerbName](input as never) : null;
}

export function runCalls(context: VerbContext, verbs: readonly CallVerb[]): unknown[] {
  const ledger = readLedger(context, wantedBy(verbs));
  const values = verbs.map((verb) => runCallVerb(ledger, verb));
  writeLedger(context.db, ledger);
  return values;
}
