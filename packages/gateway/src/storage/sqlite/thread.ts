// A storage thread: the loop that runs batches of verbs on its database. A write batch is one transaction and one sync to disk,
// for any number of verbs; no answer leaves the thread before that sync. Batches that only open calls do not wait for it
// (commit-sync.ts). The thread runs beside the event loop, so that a slow disk delays answers but not the process.
import { parentPort, workerData } from 'node:worker_threads';
import type { CallVerb } from '../ledger/call-verbs.ts';
import type { OpenCallAnswer } from '../ledger/calls-open.ts';
import {
  type PackedVerb,
  packOutcome,
  unpackVerb,
  type VerbMessage,
  type VerbOutcome,
} from './call-messages.ts';
import { asCallVerb, runCalls } from './calls.ts';
import { CommitInDoubt } from './connection.ts';
import { Database, type DatabaseSettings, isEngineFailure } from './database.ts';
import { runners } from './native-verbs.ts';
import type { Moment, VerbContext } from './verb-context.ts';

export interface PackedBatch extends Moment {
  verbs: PackedVerb[];
}

interface Batch extends Moment {
  verbs: VerbMessage[];
}

const settings = workerData as DatabaseSettings;
const port = parentPort!;
const database = new Database(settings);

function runBatch(batch: Batch): VerbOutcome[] {
  try {
    if (settings.mode === 'write')
      return database.write(batch, batch.verbs, (context) => runInOrder(context, batch.verbs));
    return database.read(batch, (context) => batch.verbs.map((verb) => succeed(context, verb)));
  } catch (error) {
    if (!isEngineFailure(error)) return runEach(batch, error as Error);
    const { message } = error as Error;
    const inDoubt = error instanceof CommitInDoubt;
    return batch.verbs.map(() => ({ ok: false, unavailable: true, inDoubt, message }));
  }
}

/**
 * One verb failed, and the batch was rolled back: each verb now gets a transaction and an outcome of its own. Once the database itself
 * fails, the remaining verbs are not tried: a batch must not wait for one timeout per verb.
 */
function runEach(batch: Batch, { message }: Error): VerbOutcome[] {
  if (batch.verbs.length === 1) return [{ ok: false, unavailable: false, inDoubt: false, message }];
  const outcomes: VerbOutcome[] = [];
  for (const verb of batch.verbs) {
    const last = outcomes.at(-1);
    const isAway = last?.ok === false && last.unavailable;
    outcomes.push(isAway ? { ...last, inDoubt: false } : runBatch({ ...batch, verbs: [verb] })[0]!);
  }
  return outcomes;
}

/** Verbs take effect in the sequence in which they came. Consecutive verbs of calls share one ledger. */
function runInOrder(context: VerbContext, verbs: VerbMessage[]): VerbOutcome[] {
  const outcomes: VerbOutcome[] = [];
  let calls: CallVerb[] = [];
  const runWaiting = () => {
    if (calls.length > 0) outcomes.push(...runCalls(context, calls).map(ok));
    calls = [];
  };
  for (const verb of verbs) {
    const call = asCallVerb(verb);
    if (call !== null) calls.push(call);
    else {
      runWaiting();
      outcomes.push(succeed(context, verb));
    }
  }
  runWaiting();
  return outcomes;
}

function succeed(context: VerbContext, verb: VerbMessage): VerbOutcome {
  return ok(runners[verb.name]!(context, verb.input));
}

const ok = (value: unknown): VerbOutcome => ({ ok: true, value });

/** Replayed answers are transferred instead of copied. Each has a buffer of its own, made by gunzip. */
function replayedIn(outcomes: VerbOutcome[]): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  for (const outcome of outcomes) {
    const value = outcome.ok ? (outcome.value as OpenCallAnswer | null) : null;
    const answer = value?.kind === 'replay' ? value.answer : null;
    if (answer !== null) buffers.push(answer.body.buffer as ArrayBuffer);
  }
  return buffers;
}

port.on('message', (message: PackedBatch | 'close') => {
  if (message === 'close') {
    database.disconnect();
    port.close();
  } else {
    const outcomes = runBatch({ ...message, verbs: message.verbs.map(unpackVerb) });
    port.postMessage(outcomes.map(packOutcome), replayedIn(outcomes));
  }
});
