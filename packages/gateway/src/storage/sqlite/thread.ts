// A storage thread: a connection, and the loop that runs batches of verbs on it. A write batch is one transaction and one sync to disk,
// for any number of verbs; no answer leaves the thread before that sync. Batches that only open calls do not wait for it
// (commit-sync.ts). The thread runs beside the event loop, so that a slow disk delays answers but not the process.
import { parentPort, workerData } from 'node:worker_threads';
import type { CallVerb } from '../ledger/call-verbs.ts';
import type { OpenCallAnswer } from '../ledger/calls-open.ts';
import type { TableVerb } from '../port.ts';
import { UnusableDatabase } from '../storage.ts';
import { verbs } from '../verbs.ts';
import {
  type PackedVerb,
  packOutcome,
  unpackVerb,
  type VerbMessage,
  type VerbOutcome,
} from './call-messages.ts';
import { asCallVerb, runCalls } from './calls.ts';
import { syncOf } from './commit-sync.ts';
import { CommitInDoubt, SqliteConnection } from './connection.ts';
import { nativeVerbs } from './native-verbs.ts';
import { isNodeGone } from './node-lock.ts';
import { runReading } from './run-reading.ts';
import { runWriting } from './run-writing.ts';
import type { Moment, VerbContext } from './verb-context.ts';

// What a storage thread runs for each verb of the table, except for the verbs of calls.

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

export interface ThreadSettings {
  file: string;
  mode: 'write' | 'read';
  node: string;
  nodeDir: string;
  /** How long a batch waits for a lock of another process; the connection's own bound unless given. */
  busyMs?: number;
  /** Two numbers (done and total), for a verb that takes long. */
  progress?: SharedArrayBuffer;
}

export interface PackedBatch extends Moment {
  verbs: PackedVerb[];
}

interface Batch extends Moment {
  verbs: VerbMessage[];
}

const SQLITE_CONSTRAINT = 19;

const settings = workerData as ThreadSettings;
const port = parentPort!;
const holdsSeen = new Map<string, number>();
let connection: SqliteConnection | null = null;

function connect(): SqliteConnection {
  connection ??= new SqliteConnection(settings.file, {
    readOnly: settings.mode === 'read',
    busyMs: settings.busyMs,
  });
  return connection;
}

function contextOf(db: SqliteConnection, moment: Moment): VerbContext {
  return {
    db,
    nowMs: moment.nowMs,
    monotonicMs: moment.monotonicMs,
    node: settings.node,
    isNodeGone: (node) => isNodeGone(settings.nodeDir, node),
    holdsSeen,
    progress: settings.progress === undefined ? null : new BigInt64Array(settings.progress),
  };
}

function runBatch(batch: Batch): VerbOutcome[] {
  try {
    const context = contextOf(connect(), batch);
    if (settings.mode === 'read') return batch.verbs.map((verb) => succeed(context, verb));
    const run = () => {
      context.db.assertUnderstood();
      return runInOrder(context, batch.verbs);
    };
    return context.db.transaction('immediate', run, syncOf(batch.verbs));
  } catch (error) {
    if (!isEngineFailure(error)) return runEach(batch, error as Error);
    // The next batch starts on a new connection: after an I/O error the old one may not recover.
    disconnect();
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

/** Full disk, I/O error, lock timeout: any SQLite error except a violated constraint. */
function isEngineFailure(error: unknown): boolean {
  if (error instanceof UnusableDatabase || error instanceof CommitInDoubt) return true;
  const code = (error as { errcode?: number }).errcode;
  return code !== undefined && (code & 0xff) !== SQLITE_CONSTRAINT && (code & 0xff) !== 1;
}

function disconnect(): void {
  connection?.close();
  connection = null;
}

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
    disconnect();
    port.close();
  } else {
    const outcomes = runBatch({ ...message, verbs: message.verbs.map(unpackVerb) });
    port.postMessage(outcomes.map(packOutcome), replayedIn(outcomes));
  }
});
