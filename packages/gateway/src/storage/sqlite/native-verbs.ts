// What a storage thread runs for each verb of the table, with the verbs that have an implementation of their own on SQLite. Verbs of calls are
// in calls.ts, which runs several of them together.
import { catchUp } from '../nouns/catch-up.ts';
import type { TableVerb } from '../port.ts';
import { type NativesIn, verbs } from '../verbs.ts';
import type { CallVerbName } from './calls.ts';
import { expireCalls } from './calls-expire.ts';
import { settleGathered } from './gathered-settle.ts';
import { findKeyByHash } from './keys-find.ts';
import { previewOpen } from './ledger-read.ts';
import { foldSteps, purgeUsage } from './retention.ts';
import { runReading } from './run-reading.ts';
import { runWriting } from './run-writing.ts';
import type { VerbContext } from './verb-context.ts';
import { keepCheckpoint, verifyLedger } from './verify.ts';

export type SqliteNatives = NativesIn<VerbContext, CallVerbName, false>;

/** Changes a page, because SQLite writes nothing for a commit without changes. So it proves that the disk accepts commits. */
function proveCommit({ db }: VerbContext): null {
  db.runOne("UPDATE meta SET value = value + 1 WHERE name = 'proofs'");
  return null;
}

export const nativeVerbs: SqliteNatives = {
  'calls.expire': expireCalls,
  'gathered.settle': settleGathered,
  'usage.purge': purgeUsage,
  'usage.fold': foldSteps,
  'ledger.catchUp': runWriting(catchUp),
  'ledger.keepCheckpoint': keepCheckpoint,
  ready: proveCommit,
  'calls.preview': previewOpen,
  'keys.findByHash': findKeyByHash,
  'ledger.verify': verifyLedger,
};

/** Declared as a method, so that it can be called with the input of a message (port.ts says why that is sound). */
type Run = { run(context: VerbContext, input: unknown): unknown }['run'];

const natives: Record<string, Run> = nativeVerbs;

function runnerOf(name: string, verb: TableVerb): Run | undefined {
  if (verb.kind === 'native') return natives[name];
  if (verb.kind === 'write') return runWriting(verb.run);
  return runReading(verb.run);
}

/** By the name of the verb. */
export const runners = Object.fromEntries(
  Object.entries<TableVerb>(verbs).map(([name, verb]) => [name, runnerOf(name, verb)]),
);
