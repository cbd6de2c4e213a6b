// Runs a verb that is a transaction of its own: with the database's time, again after a unique violation by another node, and with the
// audit row as the proof when the answer to COMMIT was lost.
import type { TableVerb } from '../port.ts';
import type { VerbName } from '../verbs.ts';
import { wasRecorded } from './audit.ts';
import { isUniqueViolation, type SqlConnection } from './connection.ts';
import { type DatabaseClock, nowQuery } from './database-clock.ts';
import type { MonthPartitions } from './month-partitions.ts';
import { MissingMonth } from './month-partitions.ts';
import { nativeVerbs } from './native-verbs.ts';
import { failedVerb } from './queues/batch.ts';
import type { VerbOutcome } from './queues/verb-queue.ts';
import { runReading } from './run-reading.ts';
import { runWriting } from './run-writing.ts';
import type { Database, Planned } from './transaction.ts';
import type { VerbContext } from './verb-context.ts';

interface SingleContext {
  database: Database;
  months: MonthPartitions;
  clock: DatabaseClock;
  node: string;
}

/** Declared as a method, so that it can be called with an input of unknown type (port.ts says why that is sound). */
type Run = { run(context: VerbContext, input: unknown): Promise<unknown> }['run'];

/** A verb that is one transaction. */
export interface SingleVerb {
  name: string;
  asksTime: boolean;
  run: Run;
}

const natives: Record<string, Run> = nativeVerbs;

export function singleVerb(name: string, verb: TableVerb): SingleVerb {
  if (verb.kind === 'native') return { name, asksTime: verb.asksTime, run: natives[name]! };
  if (verb.kind === 'write') return { name, asksTime: true, run: runWriting(verb.run) };
  return { name, asksTime: verb.asksTime, run: runReading(verb.run) };
}

/**
 * Repeating these would do harm. If the answer to their COMMIT is lost, they count as done: units that were not given back stay spent,
 * while units that were given back twice could be spent twice.
 */
const NEVER_REPEATED = new Set<string>(['quotas.giveBack'] satisfies VerbName[]);

/** Attempts after a unique violation: the second attempt finds the row of the other transaction. */
const UNIQUE_RETRIES_MAX = 3;

export async function runWrite(
  context: SingleContext,
  verb: SingleVerb,
  input: unknown,
): Promise<VerbOutcome> {
  for (let look = 1; ; look++) {
    try {
      return { ok: true, value: await write(context, verb, input) };
    } catch (error) {
      if (!isUniqueViolation(error) || look >= UNIQUE_RETRIES_MAX) return failedVerb(error);
    }
  }
}

async function write(context: SingleContext, verb: SingleVerb, input: unknown): Promise<unknown> {
  const once = () => context.database.write((connection) => plan(context, connection, verb, input));
  try {
    return await once();
  } catch (error) {
    if (!(error instanceof MissingMonth)) throw error;
    await context.months.make(error.atMs);
    return once();
  }
}

async function plan(
  { database, clock, node, months }: SingleContext,
  connection: SqlConnection,
  verb: SingleVerb,
  input: unknown,
): Promise<Planned<unknown>> {
  const now = await connection.query(nowQuery(clock));
  const nowMs = now.rows[0]!.now_ms as number;
  months.assertMade(nowMs);
  const context: VerbContext = { db: connection, nowMs, sync: database.sync, node, auditId: null };
  const value = await verb.run(context, input);
  const { auditId, wasCommitted } = context;
  if (wasCommitted !== undefined) return { value, last: [], wasCommitted, mark: context.charged };
  if (NEVER_REPEATED.has(verb.name)) return { value, last: [], wasCommitted: async () => true };
  return { value, last: [], wasCommitted: auditId === null ? null : (later) => wasRecorded(later, auditId) };
}

export async function runRead(
  { database, node, clock }: SingleContext,
  verb: SingleVerb,
  input: unknown,
): Promise<VerbOutcome> {
  try {
    const value = await database.read(async (db) => {
      const nowMs = verb.asksTime ? ((await db.query(nowQuery(clock))).rows[0]!.now_ms as number) : NaN;
      return verb.run({ db, nowMs, sync: database.sync, node, auditId: null }, input);
    });
    return { ok: true, value };
  } catch (error) {
    return failedVerb(error);
  }
}
