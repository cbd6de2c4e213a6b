// Owns the SQLite backend as a whole: it prepares the database, starts one writing and one reading thread, and gives
// the storage port its verbs. Opening is the only moment at which the main thread touches the database itself.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Clock, RandomBytes } from '../../domain/clock.ts';
import { base62 } from '../../domain/key.ts';
import { READ_QUEUE_MAX, WRITE_QUEUE_MAX } from '../../domain/limits.ts';
import { LongReads } from '../long-reads.ts';
import {
  LedgerMissing,
  type LedgerReport,
  type OnBehalf,
  type OnCommit,
  type OnVerified,
  type Storage,
  type VerifyInput,
} from '../storage.ts';
import { SqliteConnection } from './connection.ts';
import { assertRoom, readOnlyName } from './disk.ts';
import { writeLibraryNote } from './library-note.ts';
import { listNodes, takeNodeLock } from './node-lock.ts';
import { PassingThreads } from './passing-threads.ts';
import { type CallsToAsk, withRecentAnswers } from './recent-answers.ts';
import { VerbThread } from './verb-thread.ts';
import { readVerbs, type VerbName } from './verbs.ts';

export interface SqliteSettings {
  file: string;
  clock: Clock;
  random: RandomBytes;
  /** False for commands that only look or change the control plane: they open no calls, so they need no lock. */
  serves: boolean;
  /** For commands that must not make a ledger where there is none: opening then throws `LedgerMissing`. */
  mustExist?: boolean;
  onCommit?: OnCommit;
}

interface ThreadExtras {
  progress?: SharedArrayBuffer;
  onCommit?: OnCommit;
}

const NODE_ID_CHARS = 12;

export async function openSqliteStorage(settings: SqliteSettings): Promise<Storage> {
  const { file, clock } = settings;
  if (settings.mustExist && !existsSync(file)) throw new LedgerMissing(`there is no ledger at ${file}`);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const readOnly = settings.serves ? null : readOnlyName(file);
  prepareDatabase(file, settings.serves, readOnly);
  const node = base62(settings.random, NODE_ID_CHARS);
  const nodeDir = `${file}.nodes`;
  const lock = settings.serves ? takeNodeLock(nodeDir, node, process.pid) : null;
  const thread = (mode: 'write' | 'read', queueMax: number, more: ThreadExtras = {}) => {
    const { progress, onCommit } = more;
    return new VerbThread(
      { file: readOnly ?? file, mode, node, nodeDir, ...(progress && { progress }) },
      clock,
      queueMax,
      onCommit,
    );
  };
  const writer = thread('write', WRITE_QUEUE_MAX, {
    ...(settings.onCommit && { onCommit: settings.onCommit }),
  });
  const reader = thread('read', READ_QUEUE_MAX);
  const longReads = new LongReads();
  const passing = new PassingThreads(() => thread('read', 1));
  const verbs = bindVerbs((name, input) => {
    if (LONG.has(name)) return longReads.run(input as OnBehalf, () => passing.run(name, input));
    return name in readVerbs ? reader.run(name, input) : writer.run(name, input);
  });
  return {
    ...verbs,
    calls: withRecentAnswers(verbs.calls),
    ledger: {
      ...verbs.ledger,
      verify: (input, onVerified) =>
        longReads.verify(() =>
          verifyWatched(
            (progress) => thread('read', 1, { progress }),
            input ?? { from: 'start' },
            onVerified,
          ),
        ),
    },
    ...(readOnly !== null && { isReadOnly: true }),
    async ready() {
      await verbs.ready();
      await assertRoom(file);
    },
    nodes: async () => listNodes(nodeDir).map((node) => ({ ...node, host: null, silentMs: 0 })),
    async close() {
      await Promise.all([writer.close(), reader.close(), passing.close()]);
      lock?.release();
    },
  };
}

function prepareDatabase(file: string, serves: boolean, readOnly: string | null): void {
  const connection = new SqliteConnection(readOnly ?? file, { readOnly: readOnly !== null });
  try {
    if (readOnly !== null) connection.assertUpToDate();
    else connection.migrate();
    // A backup that is served is one no longer.
    if (serves) writeLibraryNote(connection, null);
  } finally {
    connection.close();
  }
}

/** The calls of an account may be many; key look-ups must not wait behind them. */
const LONG: ReadonlySet<VerbName> = new Set<VerbName>(['usage.slice', 'usage.providersOf']);

const PROGRESS_MS = 200;

/** Folding ten million entries takes a while: on a thread of its own, which says how far it is. */
async function verifyWatched(
  start: (progress: SharedArrayBuffer) => VerbThread,
  input: VerifyInput,
  onVerified: OnVerified | undefined,
): Promise<LedgerReport> {
  const shared = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
  const progress = new BigInt64Array(shared);
  const told = () => onVerified?.(Number(Atomics.load(progress, 0)), Number(Atomics.load(progress, 1)));
  const timer = onVerified === undefined ? undefined : setInterval(told, PROGRESS_MS);
  try {
    return (await runOnOwnThread(start(shared), 'ledger.verify', input)) as LedgerReport;
  } finally {
    clearInterval(timer);
  }
}

async function runOnOwnThread(thread: VerbThread, name: VerbName, input: unknown): Promise<unknown> {
  try {
    return await thread.run(name, input ?? null);
  } finally {
    await thread.close();
  }
}

type BoundVerbs = Omit<Storage, 'calls' | 'ledger' | 'nodes' | 'close'> & {
  calls: CallsToAsk;
  ledger: Omit<Storage['ledger'], 'verify'>;
};
type Run = (name: VerbName, input: unknown) => Promise<unknown>;

/** The thread runs the function of this name with this input, so the port's types hold; only the wire is untyped. */
function bindVerbs(run: Run): BoundVerbs {
  const verb = (name: VerbName) => (input?: unknown) => run(name, input) as never;
  return {
    calls: {
      open: verb('calls.open'),
      openSettled: verb('calls.openSettled'),
      settle: verb('calls.settle'),
      release: verb('calls.release'),
      expire: verb('calls.expire'),
      purgeAnswers: verb('calls.purgeAnswers'),
      find: verb('calls.find'),
      findAnswer: verb('calls.findAnswer'),
      preview: verb('calls.preview'),
      list: verb('calls.list'),
      totals: verb('calls.totals'),
      detail: verb('calls.detail'),
      holds: verb('calls.holds'),
    },
    accounts: {
      create: verb('accounts.create'),
      find: verb('accounts.find'),
      list: verb('accounts.list'),
      update: verb('accounts.update'),
      close: verb('accounts.close'),
      reopen: verb('accounts.reopen'),
      topUp: verb('accounts.topUp'),
      refund: verb('accounts.refund'),
      adjust: verb('accounts.adjust'),
      entries: verb('accounts.entries'),
    },
    keys: {
      create: verb('keys.create'),
      findByHash: verb('keys.findByHash'),
      find: verb('keys.find'),
      list: verb('keys.list'),
      update: verb('keys.update'),
      rotate: verb('keys.rotate'),
      revoke: verb('keys.revoke'),
    },
    projects: {
      create: verb('projects.create'),
      find: verb('projects.find'),
      list: verb('projects.list'),
      update: verb('projects.update'),
    },
    caps: {
      ofKey: verb('caps.ofKey'),
      ofKeys: verb('caps.ofKeys'),
      ofProject: verb('caps.ofProject'),
    },
    complaints: {
      evidence: verb('complaints.evidence'),
      file: verb('complaints.file'),
      find: verb('complaints.find'),
      list: verb('complaints.list'),
      decide: verb('complaints.decide'),
      claims: verb('complaints.claims'),
    },
    statements: {
      claimMonth: verb('statements.claimMonth'),
      endMonth: verb('statements.endMonth'),
      keep: verb('statements.keep'),
      due: verb('statements.due'),
      entries: verb('statements.entries'),
      find: verb('statements.find'),
      list: verb('statements.list'),
    },
    payments: {
      order: verb('payments.order'),
      address: verb('payments.address'),
      endOrder: verb('payments.endOrder'),
      findOrder: verb('payments.findOrder'),
      orders: verb('payments.orders'),
      credit: verb('payments.credit'),
      credited: verb('payments.credited'),
      disputed: verb('payments.disputed'),
      withdraw: verb('payments.withdraw'),
      reinstate: verb('payments.reinstate'),
      disputes: verb('payments.disputes'),
      claimRun: verb('payments.claimRun'),
    },
    paybacks: {
      want: verb('paybacks.want'),
      claim: verb('paybacks.claim'),
      end: verb('paybacks.end'),
      find: verb('paybacks.find'),
      list: verb('paybacks.list'),
      ofPayments: verb('paybacks.ofPayments'),
    },
    recharges: {
      setPlan: verb('recharges.setPlan'),
      standing: verb('recharges.standing'),
      claim: verb('recharges.claim'),
      decline: verb('recharges.decline'),
      notePayment: verb('recharges.notePayment'),
      list: verb('recharges.list'),
    },
    catalog: { publish: verb('catalog.publish'), all: verb('catalog.all') },
    usage: {
      read: verb('usage.read'),
      providers: verb('usage.providers'),
      providersOf: verb('usage.providersOf'),
      purge: verb('usage.purge'),
      fold: verb('usage.fold'),
      slice: verb('usage.slice'),
      tiers: verb('usage.tiers'),
      overview: verb('usage.overview'),
      providerSteps: verb('usage.providerSteps'),
      runway: verb('usage.runway'),
    },
    walkStates: {
      put: verb('walkStates.put'),
      read: verb('walkStates.read'),
      purge: verb('walkStates.purge'),
    },
    events: {
      list: verb('events.list'),
      heads: verb('events.heads'),
      note: verb('events.note'),
      tellOnce: verb('events.tellOnce'),
      tellExpiringKeys: verb('events.tellExpiringKeys'),
      tellPriceChanges: verb('events.tellPriceChanges'),
      purge: verb('events.purge'),
      setLowBalance: verb('events.setLowBalance'),
    },
    webhooks: {
      create: verb('webhooks.create'),
      find: verb('webhooks.find'),
      list: verb('webhooks.list'),
      remove: verb('webhooks.remove'),
      rotate: verb('webhooks.rotate'),
      replay: verb('webhooks.replay'),
      test: verb('webhooks.test'),
      due: verb('webhooks.due'),
      claim: verb('webhooks.claim'),
      taken: verb('webhooks.taken'),
      failed: verb('webhooks.failed'),
      release: verb('webhooks.release'),
    },
    providers: { resume: verb('providers.resume') },
    leases: { renew: verb('leases.renew') },
    quotas: { take: verb('quotas.take'), giveBack: verb('quotas.giveBack'), used: verb('quotas.used') },
    audit: { list: verb('audit.list'), note: verb('audit.note') },
    adminTokens: {
      create: verb('adminTokens.create'),
      findByHash: verb('adminTokens.findByHash'),
      list: verb('adminTokens.list'),
      revoke: verb('adminTokens.revoke'),
    },
    sessions: {
      createCode: verb('sessions.createCode'),
      openByCode: verb('sessions.openByCode'),
      openByKey: verb('sessions.openByKey'),
      findByCookie: verb('sessions.findByCookie'),
      list: verb('sessions.list'),
      end: verb('sessions.end'),
      useKey: verb('sessions.useKey'),
      purge: verb('sessions.purge'),
    },
    grants: {
      give: verb('grants.give'),
      list: verb('grants.list'),
      paidFor: verb('grants.paidFor'),
      expire: verb('grants.expire'),
    },
    signups: {
      invite: verb('signups.invite'),
      invites: verb('signups.invites'),
      revokeInvite: verb('signups.revokeInvite'),
      signUp: verb('signups.signUp'),
    },
    lookUp: verb('lookUp'),
    ledger: {
      keepCheckpoint: verb('ledger.keepCheckpoint'),
      keepVerdict: verb('ledger.keepVerdict'),
      verdict: verb('ledger.verdict'),
      noteBackup: verb('ledger.noteBackup'),
      noteDrill: verb('ledger.noteDrill'),
      archiveHeads: verb('ledger.archiveHeads'),
      archiveRows: verb('ledger.archiveRows'),
      catchUp: verb('ledger.catchUp'),
      watch: verb('ledger.watch'),
    },
    secret: {
      claim: verb('secret.claim'),
      find: verb('secret.find'),
      forget: verb('secret.forget'),
    },
    revision: verb('revision'),
    ready: verb('ready'),
  };
}
