// The PostgreSQL backend as a whole: checks the server, brings the schema up to date, sends heartbeats, and builds the storage port, with
// a queue for each kind of verb. Verbs of calls share one queue and run in batches.
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { base62 } from '../../domain/access/key.ts';
import type { RandomBytes } from '../../domain/clock.ts';
import { describeHosts } from '../../domain/network/database-hosts.ts';
import { keepableSoon } from '../ledger/answers.ts';
import type { CallVerb } from '../ledger/call-verbs.ts';
import { buildPort, closeOnce, type LongReadVerb, type Untyped } from '../port.ts';
import { LongReads } from '../steps/long-reads.ts';
import { LedgerMissing, type OnBehalf, RefusedDatabase, type Storage, UnusableDatabase } from '../storage.ts';
import { type NativeVerbs, verbs } from '../verbs.ts';
import {
  createPool,
  type HostPool,
  isConnectionLost,
  type Pool,
  PROCESS_CONNECTIONS_MAX,
  type SqlConnection,
} from './connection.ts';
import { isConnectionRefused } from './connection-refused.ts';
import type { DatabaseClock } from './database-clock.ts';
import { type DatabaseSync, StandbyAway } from './durability.ts';
import { SWEEP_HOLDS_MAX } from './ledger/calls-expire.ts';
import { catchUpLedger } from './ledger/catch-up-ledger.ts';
import { RevisionListener } from './listener.ts';
import { Marks } from './marks.ts';
import { migrate } from './migrate.ts';
import { MonthPartitions } from './month-partitions.ts';
import type { BoundElsewhere, CallVerbName } from './native-verbs.ts';
import { listNodes, type NodeSign, startNode } from './nodes.ts';
import { asFailure, type BatchContext } from './queues/batch.ts';
import { createQueues, type Queues, type QueuesSettings } from './queues/queues.ts';
import { runReading } from './run-reading.ts';
import { checkServer } from './server-check.ts';
import { singleVerb } from './single-verbs.ts';
import { Database } from './transaction.ts';
import { keepCheckpoint, verifyLedger } from './verify.ts';

// Checks whether a database contains a ledger at all. It changes nothing and needs no right except to connect.

/** A message for the operator; null when there is a ledger of any version. */
export async function whyNoLedger(db: Pick<Pool, 'query'>, url: string): Promise<string | null> {
  // The table in which migrations are recorded, found by the search path.
  const { rows } = await db.query("SELECT to_regclass('migrations') IS NOT NULL AS found");
  return rows[0].found === true
    ? null
    : `there is no ledger in the PostgreSQL database at ${describeHosts(url)}`;
}

export interface PostgresSettings extends QueuesSettings {
  /** With several hosts, the one that is not in recovery is used. */
  url: string;
  /** `required`: a primary without a synchronous standby is refused. */
  sync: DatabaseSync;
  random: RandomBytes;
  /** False for commands that only read or change the control plane: they open no calls, so they need no heartbeat. */
  serves: boolean;
  /** The folder in which a node that serves keeps its marks; null: in memory only. */
  marksFolder?: string | null;
  /** For commands that must not create a ledger: opening throws `LedgerMissing` if there is none. */
  mustExist?: boolean;
  /** Called with messages for the operator; they never contain a secret. */
  onNotice?(text: string): void;
  /** Replaces the database's clock. Only for tests. */
  databaseClock?: DatabaseClock;
}

const NODE_ID_CHARS = 12;
/** Milliseconds. A database that starts together with the gateway needs a few seconds. */
const START_MS = 10_000;
const START_PAUSE_MS = 250;
/** Sweeps per verb; the rest is left for the next. */
const SWEEPS_MAX = 20;

export async function openPostgresStorage(settings: PostgresSettings): Promise<Storage> {
  const { url, sync, batches } = settings;
  const pool = createPool(url, { sync, ...(batches && { max: batches.parallel + 11 }) });
  try {
    return await open(settings, pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function open(settings: PostgresSettings, pool: HostPool): Promise<Storage> {
  const { random } = settings;
  const onNotice = settings.onNotice ?? (() => {});
  await reach(settings, pool);
  for (const text of await checkServer(pool, settings.sync)) onNotice(text);
  const missing = settings.mustExist ? await whyNoLedger(pool, settings.url) : null;
  if (missing !== null) throw new LedgerMissing(missing);
  const node = base62(random, NODE_ID_CHARS);
  const marks = settings.serves ? new Marks({ folder: settings.marksFolder ?? null, node, onNotice }) : null;
  try {
    return await openMarked(settings, pool, { node, marks });
  } catch (error) {
    await marks?.close();
    throw error instanceof RefusedDatabase ? new UnusableDatabase(error.message, { cause: error }) : error;
  }
}

async function openMarked(
  settings: PostgresSettings,
  pool: HostPool,
  { node, marks }: { node: string; marks: Marks | null },
): Promise<Storage> {
  const { clock, random, sync } = settings;
  const onNotice = settings.onNotice ?? (() => {});
  await migrate(pool, undefined, random);
  const database = new Database({ pool, sync, marks, clock, random });
  const databaseClock = settings.databaseClock ?? null;
  const months = new MonthPartitions(database, databaseClock);
  // A command that only reads makes no partitions; one that writes makes the month that it needs.
  if (settings.serves) await months.makeNow();
  const context: BatchContext = { database, months, clock: databaseClock, node };
  const sign = settings.serves
    ? await startNode({
        database,
        clock: databaseClock,
        id: node,
        pid: process.pid,
        host: hostname(),
        makeMonths: () => months.makeNow(),
      })
    : null;
  const listener = new RevisionListener({ url: settings.url, pool, onNotice });
  return bind(settings, { pool, context, sign, listener, marks });
}

/** Waits a little for a server that is still starting. */
async function reach({ url, clock }: PostgresSettings, pool: HostPool): Promise<void> {
  const untilMs = clock.monotonicMs() + START_MS;
  for (;;) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      const isPassing = isConnectionLost(error) || error instanceof StandbyAway;
      if (!isPassing || clock.monotonicMs() >= untilMs) {
        const text = `cannot use PostgreSQL at ${describeHosts(url)}: ${textOf(error)}`;
        throw new UnusableDatabase(text, { cause: error });
      }
      await pause(START_PAUSE_MS);
    }
  }
}

/** A host name with several addresses fails with a list of errors and no text of its own. */
function textOf(error: unknown): string {
  if (isConnectionRefused(error))
    return `${(error as Error).message}; one process of the gateway wants ${PROCESS_CONNECTIONS_MAX} connections`;
  if (error instanceof AggregateError) return error.errors.map((one) => (one as Error).message).join('; ');
  return (error as Error).message;
}

interface Parts {
  pool: HostPool;
  context: BatchContext;
  sign: NodeSign | null;
  listener: RevisionListener;
  marks: Marks | null;
}

function bind(settings: PostgresSettings, { pool, context, sign, listener, marks }: Parts): Storage {
  const queues = createQueues(settings, context);
  const longReads = new LongReads();
  const own: Record<string, Untyped> = bindElsewhere(context, queues, longReads);
  const port = buildPort(verbs, (name, verb): Untyped => {
    const way = own[name];
    if (way !== undefined) return way;
    const queue = verb.mode === 'write' ? queues.writes : queues.reads;
    const single = singleVerb(name, verb);
    const run: Untyped = (input) => queue.run({ verb: single, input });
    if (verb.kind !== 'longRead') return run;
    return (input: OnBehalf) =>
      longReads.run(input, () => (verb.hasTimeLimit ? run(input) : readUnlimited(context, verb, input)));
  });
  return {
    ...port,
    calls: { ...port.calls, expire: (input) => sweepAll(() => port.calls.expire(input)) },
    async ready() {
      await port.ready();
      await orUnavailable(context.database.proveRoom());
    },
    onRevision: (listen) => listener.add(listen),
    onEvents: (listen) => listener.addForEvents(listen),
    connections: {
      wanted: PROCESS_CONNECTIONS_MAX,
      ofLedger: () => pool.totalCount,
      giveOne: () => pool.giveOne(),
    },
    databaseState: () => context.database.state,
    node: context.node,
    nodes: () => orUnavailable(listNodes(context.database, context.clock)),
    close: closeOnce(async () => {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
      await Promise.all([sign?.stop(), listener.close()]);
      await marks?.close();
      await pool.end();
    }),
  };
}

/** Verbs of calls and look-ups of keys run in batches; verbs that may take minutes bypass the queues. */
function bindElsewhere(
  context: BatchContext,
  queues: Queues,
  longReads: LongReads,
): Pick<NativeVerbs, BoundElsewhere> {
  const { database, clock } = context;
  return {
    ...callVerbs(queues),
    'keys.findByHash': ({ hash }) => queues.lookups.run(hash),
    'ledger.verify': (input, onVerified) =>
      longReads.verify(() =>
        orUnavailable(
          database.snapshot((db) => verifyLedger(db, input, { clock, ...(onVerified && { onVerified }) })),
        ),
      ),
    'ledger.keepCheckpoint': (input) => writeLong(context, (db) => keepCheckpoint(db, input)),
    'ledger.catchUp': (input) => writeLong(context, (db) => catchUpLedger(db, input, context)),
  };
}

function callVerbs({ calls }: Queues): Pick<NativeVerbs, CallVerbName> {
  const run = <T>(accountId: string, verb: CallVerb | Promise<CallVerb>) =>
    calls.run<T>({ accountId, verb: Promise.resolve(verb) });
  return {
    'calls.open': (input) => run(input.accountId, { name: 'open', input }),
    'calls.openSettled': (input) =>
      run(
        input.accountId,
        keepableSoon(input.answer).then((answer) => ({ name: 'openSettled', input: { ...input, answer } })),
      ),
    'calls.settle': (input) =>
      run(
        input.hold.accountId,
        keepableSoon(input.answer).then((answer) => ({ name: 'settle', input: { ...input, answer } })),
      ),
    'calls.release': (input) => run(input.hold.accountId, { name: 'release', input }),
  };
}

/** One account may have many calls, so this has the time limit of a check of the whole ledger. */
function readUnlimited<T>(
  { database }: BatchContext,
  verb: LongReadVerb<unknown, T>,
  input: unknown,
): Promise<T> {
  return orUnavailable(database.snapshot((db) => runReading(verb.run)({ db, nowMs: NaN }, input)));
}

/** A transaction of many queries that no caller waits for. */
function writeLong<T>({ database }: BatchContext, work: (db: SqlConnection) => Promise<T>): Promise<T> {
  return orUnavailable(
    database.writeLong(async (db) => ({ value: await work(db), last: [], wasCommitted: null })),
  );
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asFailure(error);
  }
}

async function sweepAll(sweep: () => Promise<{ expired: number }>): Promise<{ expired: number }> {
  let all = 0;
  for (let round = 0; round < SWEEPS_MAX; round++) {
    const { expired } = await sweep();
    all += expired;
    if (expired < SWEEP_HOLDS_MAX) break;
  }
  return { expired: all };
}
