// Owns the PostgreSQL backend as a whole: it checks the server, brings the schema up to date, shows that this node is alive,
// and gives the storage port its verbs, each on its lane. Verbs of calls share one lane and travel in batches.
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { RandomBytes } from '../../domain/clock.ts';
import { describeHosts } from '../../domain/database-hosts.ts';
import { base62 } from '../../domain/key.ts';
import { keepableSoon } from '../ledger/answers.ts';
import type { CallVerb } from '../ledger/call-verbs.ts';
import { LongReads } from '../long-reads.ts';
import { readProviderUsageOf } from '../nouns/providers.ts';
import { LedgerMissing, type Storage, UnusableDatabase } from '../storage.ts';
import { asFailure, type BatchContext } from './batch.ts';
import { SWEEP_HOLDS_MAX } from './calls-expire.ts';
import { catchUpLedger } from './catch-up-ledger.ts';
import { createPool, type HostPool, isConnectionLost, PROCESS_CONNECTIONS_MAX } from './connection.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { DatabaseSync } from './durability.ts';
import { createLanes, type VerbLaneSettings } from './lanes.ts';
import { RevisionListener } from './listener.ts';
import { migrate } from './migrate.ts';
import { whyNoLedger } from './missing-ledger.ts';
import { Months } from './months.ts';
import { isNoRoom } from './no-room.ts';
import { listNodes, type NodeSign, startNode } from './nodes.ts';
import { runReading } from './run-reading.ts';
import { checkServer } from './server-check.ts';
import { Database } from './transaction.ts';
import type { ReadVerbName, WriteVerbName } from './verbs.ts';
import { keepCheckpoint, verifyLedger } from './verify.ts';

export interface PostgresSettings extends VerbLaneSettings {
  /** With several hosts, the one that is not in recovery is used. */
  url: string;
  /** `required`: a primary without a synchronous standby is refused. */
  sync?: DatabaseSync;
  random: RandomBytes;
  /** False for commands that only look or change the control plane: they open no calls, so they need no sign of life. */
  serves: boolean;
  /** For commands that must not make a ledger where there is none: opening then throws `LedgerMissing`. */
  mustExist?: boolean;
  /** What the operator should know; never holds a secret. */
  onNotice?(text: string): void;
  /** Stands in for the database's clock. For tests alone. */
  databaseClock?: DatabaseClock;
}

const NODE_ID_CHARS = 12;
/** A database that starts together with the gateway needs a few seconds. */
const START_MS = 10_000;
const START_PAUSE_MS = 250;
/** Sweeps of one verb; the rest waits for the next. */
const SWEEPS_MAX = 20;

export async function openPostgresStorage(settings: PostgresSettings): Promise<Storage> {
  const { url, sync, batches } = settings;
  const pool = createPool(url, { ...(sync && { sync }), ...(batches && { max: batches.parallel + 11 }) });
  try {
    return await open(settings, pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function open(settings: PostgresSettings, pool: HostPool): Promise<Storage> {
  const { clock, random } = settings;
  const onNotice = settings.onNotice ?? (() => {});
  await reach(settings, pool);
  for (const text of await checkServer(pool, settings.sync)) onNotice(text);
  const missing = settings.mustExist ? await whyNoLedger(pool, settings.url) : null;
  if (missing !== null) throw new LedgerMissing(missing);
  await migrate(pool, undefined, random);
  const database = new Database({ pool, clock, random });
  const databaseClock = settings.databaseClock ?? null;
  const months = new Months(database, databaseClock);
  // Who only looks makes nothing; a command that writes makes the month that it needs.
  if (settings.serves) await months.makeNow();
  const node = base62(random, NODE_ID_CHARS);
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
  return bind(settings, { pool, context, sign, listener });
}

/** Waits a little for a server that is only starting. */
async function reach({ url, clock }: PostgresSettings, pool: HostPool): Promise<void> {
  const untilMs = clock.monotonicMs() + START_MS;
  for (;;) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      if (!isConnectionLost(error) || clock.monotonicMs() >= untilMs) {
        const text = `cannot use PostgreSQL at ${describeHosts(url)}: ${textOf(error)}`;
        throw new UnusableDatabase(text, { cause: error });
      }
      await pause(START_PAUSE_MS);
    }
  }
}

/** A name with several addresses fails with all of their errors and no text of its own. */
function textOf(error: unknown): string {
  if (isNoRoom(error))
    return `${(error as Error).message}; one process of the gateway wants ${PROCESS_CONNECTIONS_MAX} connections`;
  if (error instanceof AggregateError) return error.errors.map((one) => (one as Error).message).join('; ');
  return (error as Error).message;
}

interface Parts {
  pool: HostPool;
  context: BatchContext;
  sign: NodeSign | null;
  listener: RevisionListener;
}

function bind(settings: PostgresSettings, { pool, context, sign, listener }: Parts): Storage {
  const lanes = createLanes(settings, context);
  const longReads = new LongReads();
  const call = (accountId: string, verb: CallVerb | Promise<CallVerb>) =>
    lanes.calls.run({ accountId, verb: Promise.resolve(verb) }) as Promise<never>;
  const write = (name: WriteVerbName) => (input?: unknown) =>
    lanes.writes.run({ name, input }) as Promise<never>;
  const read = (name: ReadVerbName) => (input?: unknown) =>
    lanes.reads.run({ name, input }) as Promise<never>;
  const sweep = write('calls.expire') as (input: unknown) => Promise<{ expired: number }>;
  return {
    calls: {
      open: (input) => call(input.accountId, { name: 'open', input }),
      openSettled: (input) =>
        call(
          input.accountId,
          keepableSoon(input.answer).then((answer) => ({
            name: 'openSettled',
            input: { ...input, answer },
          })),
        ),
      settle: (input) =>
        call(
          input.hold.accountId,
          keepableSoon(input.answer).then((answer) => ({ name: 'settle', input: { ...input, answer } })),
        ),
      release: (input) => call(input.hold.accountId, { name: 'release', input }),
      expire: (input) => sweepAll(() => sweep(input)),
      purgeAnswers: write('calls.purgeAnswers'),
      find: read('calls.find'),
      findAnswer: read('calls.findAnswer'),
      preview: read('calls.preview'),
      list: read('calls.list'),
      totals: read('calls.totals'),
      detail: read('calls.detail'),
      holds: read('calls.holds'),
    },
    accounts: {
      create: write('accounts.create'),
      find: read('accounts.find'),
      list: read('accounts.list'),
      update: write('accounts.update'),
      close: write('accounts.close'),
      reopen: write('accounts.reopen'),
      topUp: write('accounts.topUp'),
      refund: write('accounts.refund'),
      adjust: write('accounts.adjust'),
      entries: read('accounts.entries'),
    },
    keys: {
      create: write('keys.create'),
      findByHash: ({ hash }) => lanes.lookups.run(hash) as Promise<never>,
      find: read('keys.find'),
      list: read('keys.list'),
      update: write('keys.update'),
      rotate: write('keys.rotate'),
      revoke: write('keys.revoke'),
    },
    projects: {
      create: write('projects.create'),
      find: read('projects.find'),
      list: read('projects.list'),
      update: write('projects.update'),
    },
    caps: {
      ofKey: read('caps.ofKey'),
      ofKeys: read('caps.ofKeys'),
      ofProject: read('caps.ofProject'),
    },
    complaints: {
      evidence: read('complaints.evidence'),
      file: write('complaints.file'),
      find: read('complaints.find'),
      list: read('complaints.list'),
      decide: write('complaints.decide'),
      claims: read('complaints.claims'),
    },
    statements: {
      claimMonth: write('statements.claimMonth'),
      endMonth: write('statements.endMonth'),
      keep: write('statements.keep'),
      due: read('statements.due'),
      entries: read('statements.entries'),
      find: read('statements.find'),
      list: read('statements.list'),
    },
    payments: {
      order: write('payments.order'),
      address: write('payments.address'),
      endOrder: write('payments.endOrder'),
      findOrder: read('payments.findOrder'),
      orders: read('payments.orders'),
      credit: write('payments.credit'),
      credited: read('payments.credited'),
      disputed: read('payments.disputed'),
      withdraw: write('payments.withdraw'),
      reinstate: write('payments.reinstate'),
      disputes: read('payments.disputes'),
      claimRun: write('payments.claimRun'),
    },
    paybacks: {
      want: write('paybacks.want'),
      claim: write('paybacks.claim'),
      end: write('paybacks.end'),
      find: read('paybacks.find'),
      list: read('paybacks.list'),
      ofPayments: read('paybacks.ofPayments'),
    },
    recharges: {
      setPlan: write('recharges.setPlan'),
      standing: read('recharges.standing'),
      claim: write('recharges.claim'),
      decline: write('recharges.decline'),
      notePayment: write('recharges.notePayment'),
      list: read('recharges.list'),
    },
    catalog: { publish: write('catalog.publish'), all: read('catalog.all') },
    usage: {
      read: read('usage.read'),
      providers: read('usage.providers'),
      // The calls of one account may be many: they are read as the whole ledger is.
      providersOf: (input) =>
        longReads.run(input, () =>
          orUnavailable(context.database.snapshot((db) => runReading(readProviderUsageOf)({ db }, input))),
        ),
      purge: write('usage.purge'),
      fold: write('usage.fold'),
      slice: (input) => longReads.run(input, () => read('usage.slice')(input)),
      tiers: read('usage.tiers'),
      overview: read('usage.overview'),
      providerSteps: read('usage.providerSteps'),
      runway: read('usage.runway'),
    },
    walkStates: {
      put: write('walkStates.put'),
      read: read('walkStates.read'),
      purge: write('walkStates.purge'),
    },
    events: {
      list: read('events.list'),
      heads: read('events.heads'),
      note: write('events.note'),
      tellOnce: write('events.tellOnce'),
      tellExpiringKeys: write('events.tellExpiringKeys'),
      tellPriceChanges: write('events.tellPriceChanges'),
      purge: write('events.purge'),
      setLowBalance: write('events.setLowBalance'),
    },
    webhooks: {
      create: write('webhooks.create'),
      find: read('webhooks.find'),
      list: read('webhooks.list'),
      remove: write('webhooks.remove'),
      rotate: write('webhooks.rotate'),
      replay: write('webhooks.replay'),
      test: write('webhooks.test'),
      due: read('webhooks.due'),
      claim: write('webhooks.claim'),
      taken: write('webhooks.taken'),
      failed: write('webhooks.failed'),
      release: write('webhooks.release'),
    },
    providers: { resume: write('providers.resume') },
    leases: { renew: write('leases.renew') },
    quotas: { take: write('quotas.take'), giveBack: write('quotas.giveBack'), used: read('quotas.used') },
    audit: { list: read('audit.list'), note: write('audit.note') },
    adminTokens: {
      create: write('adminTokens.create'),
      findByHash: read('adminTokens.findByHash'),
      list: read('adminTokens.list'),
      revoke: write('adminTokens.revoke'),
    },
    sessions: {
      createCode: write('sessions.createCode'),
      openByCode: write('sessions.openByCode'),
      openByKey: write('sessions.openByKey'),
      findByCookie: read('sessions.findByCookie'),
      list: read('sessions.list'),
      end: write('sessions.end'),
      useKey: write('sessions.useKey'),
      purge: write('sessions.purge'),
    },
    grants: {
      give: write('grants.give'),
      list: read('grants.list'),
      paidFor: read('grants.paidFor'),
      expire: write('grants.expire'),
    },
    signups: {
      invite: write('signups.invite'),
      invites: read('signups.invites'),
      revokeInvite: write('signups.revokeInvite'),
      signUp: write('signups.signUp'),
    },
    lookUp: read('lookUp'),
    ledger: {
      verify: (input, onVerified) =>
        longReads.verify(() =>
          orUnavailable(
            context.database.snapshot((db) =>
              verifyLedger(db, input, { clock: context.clock, ...(onVerified && { onVerified }) }),
            ),
          ),
        ),
      keepCheckpoint: (input) =>
        orUnavailable(
          context.database.writeLong(async (db) => ({
            value: await keepCheckpoint(db, input),
            last: [],
            wasCommitted: null,
          })),
        ),
      keepVerdict: write('ledger.keepVerdict'),
      verdict: read('ledger.verdict'),
      noteBackup: write('ledger.noteBackup'),
      noteDrill: write('ledger.noteDrill'),
      archiveHeads: read('ledger.archiveHeads'),
      archiveRows: read('ledger.archiveRows'),
      catchUp: (input) =>
        orUnavailable(
          context.database.writeLong(async (db) => ({
            value: await catchUpLedger(db, input, context),
            last: [],
            wasCommitted: null,
          })),
        ),
      watch: read('ledger.watch'),
    },
    secret: {
      claim: write('secret.claim'),
      find: read('secret.find'),
      forget: write('secret.forget'),
    },
    revision: read('revision'),
    async ready() {
      await write('ready')();
      await orUnavailable(context.database.proveRoom());
    },
    onRevision: (listen) => listener.add(listen),
    onEvents: (listen) => listener.addForEvents(listen),
    connections: {
      wanted: PROCESS_CONNECTIONS_MAX,
      ofLedger: () => pool.totalCount,
      giveOne: () => pool.giveOne(),
    },
    nodes: () => orUnavailable(listNodes(context.database, context.clock)),
    async close() {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
      await Promise.all([sign?.stop(), listener.close()]);
      await pool.end();
    },
  };
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
