// Owns how a verb that is a transaction of its own is run: with the database's time, again when it collided with a twin on
// another node, and with the audit row as its proof when the answer to its COMMIT was lost.

import { wasRecorded } from './audit.ts';
import { failedVerb } from './batch.ts';
import { isTwin, type SqlSession } from './connection.ts';
import { type DatabaseClock, nowStatement } from './database-clock.ts';
import type { Months } from './months.ts';
import { MissingMonth } from './months.ts';
import type { Database, Planned } from './transaction.ts';
import type { VerbContext } from './verb-context.ts';
import type { VerbOutcome } from './verb-lane.ts';
import { type ReadVerbName, readVerbs, type WriteVerbName, writeVerbs } from './verbs.ts';

export interface SingleContext {
  database: Database;
  months: Months;
  clock: DatabaseClock;
  node: string;
}

type Verb = (context: VerbContext, input: unknown) => Promise<unknown>;

/** Of the verbs that read, those that ask what time it is. */
const ASKS_TIME = new Set<ReadVerbName>([
  'caps.ofKey',
  'caps.ofKeys',
  'caps.ofProject',
  'calls.preview',
  'walkStates.read',
  'webhooks.due',
  'quotas.used',
]);

/**
 * Done twice, these would do harm. When the answer to their COMMIT is lost they are taken for done: units that were not given back are
 * spent, and units that were given back twice would be spent twice.
 */
const NEVER_REPEATED = new Set<WriteVerbName>(['quotas.giveBack']);

/** A twin that came first is found at the second look. */
const TWIN_LOOKS_MAX = 3;

export async function runWrite(
  context: SingleContext,
  name: WriteVerbName,
  input: unknown,
): Promise<VerbOutcome> {
  for (let look = 1; ; look++) {
    try {
      return { ok: true, value: await write(context, name, input) };
    } catch (error) {
      if (!isTwin(error) || look >= TWIN_LOOKS_MAX) return failedVerb(error);
    }
  }
}

async function write(context: SingleContext, name: WriteVerbName, input: unknown): Promise<unknown> {
  const once = () => context.database.write((session) => plan(context, session, name, input));
  try {
    return await once();
  } catch (error) {
    if (!(error instanceof MissingMonth)) throw error;
    await context.months.make(error.atMs);
    return once();
  }
}

async function plan(
  { clock, node, months }: SingleContext,
  session: SqlSession,
  name: WriteVerbName,
  input: unknown,
): Promise<Planned<unknown>> {
  const now = await session.query(nowStatement(clock));
  const nowMs = now.rows[0]!.now_ms as number;
  months.assertMade(nowMs);
  const context: VerbContext = { db: session, nowMs, node, auditId: null };
  const value = await (writeVerbs[name] as Verb)(context, input);
  const { auditId } = context;
  if (NEVER_REPEATED.has(name)) return { value, last: [], wasCommitted: async () => true };
  return { value, last: [], wasCommitted: auditId === null ? null : (later) => wasRecorded(later, auditId) };
}

export async function runRead(
  { database, node, clock }: SingleContext,
  name: ReadVerbName,
  input: unknown,
): Promise<VerbOutcome> {
  try {
    const value = await database.read(async (db) => {
      const nowMs = ASKS_TIME.has(name)
        ? ((await db.query(nowStatement(clock))).rows[0]!.now_ms as number)
        : NaN;
      return (readVerbs[name] as Verb)({ db, nowMs, node, auditId: null }, input);
    });
    return { ok: true, value };
  } catch (error) {
    return failedVerb(error);
  }
}
