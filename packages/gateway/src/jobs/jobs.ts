// The background jobs: each runs at its own interval, never twice at the same time, and a failure is logged and tried again at
// the next interval. Jobs change the ledger only through storage verbs. Because they use the ledger all the time, they also
// notice when it is unavailable and when it is back.

import { SESSIONS_KEPT_MS } from '../domain/access/session.ts';
import type { Clock, Intervals } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { HOLD_TTL_MS, REVISION_POLL_MS, SWEEP_INTERVAL_MS, WALK_KEEP_MS } from '../domain/limits.ts';
import { formatMoney, type Micros } from '../domain/money.ts';
import type { Payments } from '../domain/payment-port.ts';
import {
  RECONCILE_EVERY_MS,
  reconcileDisputes,
  reconcilePaybacks,
  reconcilePayments,
} from '../features/payments/reconcile.ts';
import type { LedgerFigures } from '../observe/ledger-metrics.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { Outage } from '../observe/outage.ts';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';
import { createProviderWatch, tellMargins, tellPrices, type WatchedProvider, warnOfKeys } from './notices.ts';

export interface JobDeps {
  storage: Storage;
  clock: Clock;
  intervals: Intervals;
  log: Log;
  metrics: Metrics;
  /** How long stored answers are kept. */
  keepAnswersMs(): number;
  /** How long it is kept what calls asked. */
  keepQuestionsMs(): number;
  /** How many months of usage are kept apart from the current one; 0 keeps all. */
  keepUsageMonths(): number;
  keepEventsMs(): number;
  /** The low-balance limit of accounts without one of their own. */
  lowBalanceMicros(): Micros;
  /** Starts the duties that are due. */
  lookForDuties(): Promise<void>;
  /** The payment adapter; null when none is configured. */
  payments: Payments | null;
  /** The health of providers in this process. */
  providerHealth(): readonly WatchedProvider[];
  /** Renews this process's leases on parts of the providers' limits. */
  leaseLimits(): Promise<void>;
  /** Reads what other nodes spent of the providers' quotas. */
  refreshQuotas(): Promise<void>;
  /** Releases holds of calls that broke while the ledger was unavailable. */
  giveBackHolds(): Promise<void>;
  watchKeep(): PurgeRules;
  /** Called when keys, limits or prices have changed. */
  onChange(): Promise<void>;
}

/** How long items of watches are kept, and where a platform's terms allow less. */
export interface PurgeRules {
  keepMs: number;
  keepMsOf: Readonly<Record<string, number>>;
}

interface Job {
  name: string;
  everyMs: number;
  /** The job also runs at the start. */
  isDueAtOnce?: true;
  run(deps: JobDeps): Promise<void>;
}

const FOLLOW_JOB = 'follow changes';
/**
 * A job that found the ledger unavailable runs again this soon. Otherwise a job that runs every ten minutes would report for that
 * long that the ledger is unavailable.
 */
const AWAY_AGAIN_MS = 5_000;
/** How often pending releases are tried. Until the release, repeating the request id gives 409. */
const GIVE_BACK_INTERVAL_MS = 1_000;
/** Stored answers may stay a minute longer than configured. */
const PURGE_INTERVAL_MS = 60_000;
/** How often expired grants are swept. */
const EXPIRE_GRANTS_INTERVAL_MS = 10_000;
/** Usage is purged by month; every ten minutes is enough to remove a large month within hours. */
const PURGE_USAGE_INTERVAL_MS = 600_000;
/** How often accounts are looked for whose balance is low and whose recharge no charge has requested. */
const RECHARGE_INTERVAL_MS = 3_000;
/** As often as metrics are usually scraped. */
const WATCH_INTERVAL_MS = 15_000;
/** A reloaded setting applies at once everywhere else; this one has to be written to the ledger. */
const FOLLOW_SETTINGS_MS = 1_000;
/** How late a duty may begin, where the database sends no notification. A look is one query while nothing is due. */
const DUTIES_INTERVAL_MS = 1_000;
/** A lease on a part of a limit lasts three of these. */
const LEASES_INTERVAL_MS = 1_000;
/** How old the shown remainder of a quota may be; taking units is always exact. */
const QUOTAS_INTERVAL_MS = 5_000;
/** Three looks in a row take half a minute. */
const WATCH_PROVIDERS_MS = 10_000;
/** How late the notice of a changed price may be; the price list shows the change at once. */
const TELL_PRICES_MS = 15_000;
const DUTIES_JOB = 'look for duties';
/** Transactions of one purge; the rest waits for the next. */
const PURGE_ROUNDS_MAX = 100;

/**
 * Releases holds past their expiry, and holds of processes that are gone. `level`: of its log line. A warning while the gateway serves,
 * because calls lost their time or another node died.
 */
export async function expireHolds(
  { storage, log, metrics }: JobDeps,
  level: 'warn' | 'debug' = 'warn',
): Promise<void> {
  const { expired } = await storage.calls.expire({ holdTtlMs: HOLD_TTL_MS });
  if (expired === 0) return;
  metrics.holdsExpired(expired);
  log[level]({ expired }, 'released expired holds');
}

/** Each round is a transaction of its own and returns how many rows it found. */
async function untilNothing(round: () => Promise<number>): Promise<void> {
  for (let rounds = 0; rounds < PURGE_ROUNDS_MAX; rounds++) if ((await round()) === 0) return;
}

/** Removes what is left of expired grants, except what is held. */
async function expireOldGrants({ storage }: JobDeps): Promise<void> {
  await untilNothing(async () => (await storage.grants.expire()).expired);
}

/** By the ledger's clock: a node whose clock is ahead must not drop answers that other nodes still promise. */
export async function purgeOldAnswers({ storage, keepAnswersMs }: JobDeps): Promise<void> {
  const keepMs = keepAnswersMs();
  await untilNothing(async () => (await storage.calls.purgeAnswers({ keepMs })).purged);
}

/** Also where new questions are not kept any more: the old ones go when their days are over. */
export async function purgeOldQuestions({ storage, keepQuestionsMs }: JobDeps): Promise<void> {
  const keepMs = keepQuestionsMs();
  await untilNothing(async () => (await storage.calls.purgeQuestions({ keepMs })).purged);
}

/** A walk over many platforms can be continued for a day. */
export async function purgeOldWalks({ storage }: JobDeps): Promise<void> {
  await untilNothing(async () => (await storage.walkStates.purge({ keepMs: WALK_KEEP_MS })).purged);
}

/** Runs on every node: nodes skip the rows that another one is purging. */
export async function purgeOldUsage({ storage, keepUsageMonths }: JobDeps): Promise<void> {
  const keepMonths = keepUsageMonths();
  if (keepMonths === 0) return;
  await untilNothing(async () => (await storage.usage.purge({ keepMonths })).purged);
}

/** Removes sessions of callers and operators, and one-time codes, that ended long enough ago. */
export async function purgeOldSessions({ storage }: JobDeps): Promise<void> {
  await untilNothing(async () => (await storage.sessions.purge({ keepMs: SESSIONS_KEPT_MS })).purged);
}

/** Deletes items of expired collections. Runs on every node, as above. */
async function purgeOldCollections({ storage }: JobDeps): Promise<void> {
  await untilNothing(async () => (await storage.collections.purge({})).purged);
}

/** The numbers of purged events are not used again. */
async function purgeOldEvents({ storage, keepEventsMs }: JobDeps): Promise<void> {
  const keepMs = keepEventsMs();
  await untilNothing(async () => (await storage.events.purge({ keepMs })).purged);
}

/**
 * Writes a changed limit to the ledger, which compares charges with it, so that every node uses the same limit. Writes nothing
 * while the setting is unchanged.
 */
export function followLowBalance(): (deps: JobDeps) => Promise<void> {
  let written: Micros | null = null;
  return async ({ storage, lowBalanceMicros }) => {
    const micros = lowBalanceMicros();
    if (micros === written) return;
    await storage.events.setLowBalance({ micros });
    written = micros;
  };
}

/** Runs on every node, as above. */
async function foldOldSteps({ storage }: JobDeps): Promise<void> {
  await untilNothing(async () => (await storage.usage.fold()).folded);
}

/** Runs on one node of this gateway per hour. */
export async function readPayments({ storage, clock, log, payments }: JobDeps): Promise<void> {
  if (payments?.cards == null) return;
  const { isClaimed } = await storage.payments.claimRun({ everyMs: RECONCILE_EVERY_MS });
  if (!isClaimed) return;
  const { way, cards } = payments;
  const credited = await reconcilePayments({ storage, clock, log, way, cards });
  if (credited > 0) log.warn({ credited }, 'credited payments whose events never arrived');
  const moved = await reconcileDisputes({ storage, clock, way, cards });
  if (moved > 0) log.warn({ moved }, 'found disputes whose events never arrived');
  const returned = await reconcilePaybacks({ storage, clock, way, cards });
  if (returned > 0) log.warn({ returned }, 'found failed paybacks whose events never arrived');
}

/** The charge that passes the limit of a rule requests its recharge itself; this finds accounts that passed it in another way. */
async function findLowAccounts({ storage, payments, lookForDuties }: JobDeps): Promise<void> {
  if (payments?.cards == null) return;
  const { wanted } = await storage.recharges.want();
  if (wanted > 0) await lookForDuties();
}

/** Resumes watches whose month's budget or cap is there again. */
async function resumeWatches({ storage }: JobDeps): Promise<void> {
  await untilNothing(async () => (await storage.watches.resumeDue()).resumed);
}

/**
 * Does what nodes of a release without collections and watches have left undone, and what a restore has. Each look finds a limited number of
 * accounts.
 */
export async function catchUpWithOlderNodes({ storage, log }: JobDeps): Promise<void> {
  for (const accountId of await storage.gathered.leftUndone()) {
    const { refundedMicros } = await storage.gathered.catchUp({ accountId });
    if (refundedMicros > 0)
      log.warn(
        { account: accountId, refunded: formatMoney(refundedMicros) },
        'refunded what ended collections and watches had paid before the ledger was restored',
      );
  }
}

/** Ids that a watch has seen stay until this long after its end. */
const ENDED_WATCH_KEPT_MS = 30 * 86_400_000;

export async function purgeOldWatches({ storage, watchKeep }: JobDeps): Promise<void> {
  const rules = { ...watchKeep(), keepEndedMs: ENDED_WATCH_KEPT_MS };
  await untilNothing(async () => (await storage.watches.purge(rules)).purged);
}

/** The revision counter changes when another process revoked a key or published prices. */
export function followChanges(): (deps: JobDeps) => Promise<void> {
  let seen: number | null = null;
  return async ({ storage, onChange }) => {
    const revision = await storage.revision();
    if (seen !== null && revision !== seen) await onChange();
    seen = revision;
  };
}

function watchProviders(): (deps: JobDeps) => Promise<void> {
  const watch = createProviderWatch();
  return ({ storage, providerHealth }) => watch(storage, providerHealth());
}

/** Reads the figures of the ledger for metrics. While the ledger is unavailable, metrics show the last figures. */
export function watchLedger({ metrics }: Pick<JobDeps, 'metrics'>): (deps: JobDeps) => Promise<void> {
  let figures: LedgerFigures | null = null;
  metrics.watchLedger(() => figures);
  return async ({ storage, clock }) => {
    const nowMs = clock.nowMs();
    const { verdict, drill, undelivered, ...sums } = await storage.ledger.watch({ nowMs });
    const duties = await storage.duties.figures();
    figures = {
      ...sums,
      duties,
      eventsUndelivered: undelivered.count,
      // The ledger's clock may be ahead of ours.
      undeliveredMs: undelivered.sinceMs === null ? 0 : Math.max(0, nowMs - undelivered.sinceMs),
      verifiedAtMs: verdict?.atMs ?? null,
      differences: verdict?.differences ?? 0,
      drilledAtMs: drill?.atMs ?? null,
      drillMs: drill?.durationMs ?? 0,
    };
  };
}

/** Starts every job; the returned function stops them. */
export function startJobs(deps: JobDeps): () => void {
  // A push only makes following faster: the job finds what it misses. A push is logged under the job's name. Days may pass
  // without one.
  const pushed: Job = { name: FOLLOW_JOB, everyMs: 0, run: ({ onChange }) => onChange() };
  const jobs: Job[] = [
    { name: 'expire holds', everyMs: SWEEP_INTERVAL_MS, run: (given) => expireHolds(given) },
    { name: 'give back holds', everyMs: GIVE_BACK_INTERVAL_MS, run: (given) => given.giveBackHolds() },
    { name: 'expire grants', everyMs: EXPIRE_GRANTS_INTERVAL_MS, run: expireOldGrants },
    { name: 'purge answers', everyMs: PURGE_INTERVAL_MS, run: purgeOldAnswers },
    { name: 'purge questions', everyMs: PURGE_INTERVAL_MS, run: purgeOldQuestions },
    { name: 'purge walks', everyMs: PURGE_INTERVAL_MS, run: purgeOldWalks },
    { name: 'purge usage', everyMs: PURGE_USAGE_INTERVAL_MS, run: purgeOldUsage },
    { name: 'purge sessions', everyMs: PURGE_USAGE_INTERVAL_MS, run: purgeOldSessions },
    { name: DUTIES_JOB, everyMs: DUTIES_INTERVAL_MS, run: (given) => given.lookForDuties() },
    { name: 'purge collections', everyMs: PURGE_INTERVAL_MS, run: purgeOldCollections },
    { name: 'resume watches', everyMs: PURGE_INTERVAL_MS, run: resumeWatches },
    {
      name: 'catch up with older nodes',
      everyMs: PURGE_USAGE_INTERVAL_MS,
      run: catchUpWithOlderNodes,
      isDueAtOnce: true,
    },
    { name: 'purge watches', everyMs: PURGE_INTERVAL_MS, run: purgeOldWatches },
    { name: 'purge events', everyMs: PURGE_USAGE_INTERVAL_MS, run: purgeOldEvents },
    { name: 'follow the low balance', everyMs: FOLLOW_SETTINGS_MS, run: followLowBalance() },
    { name: 'fold steps', everyMs: PURGE_USAGE_INTERVAL_MS, run: foldOldSteps },
    { name: 'read payments', everyMs: PURGE_INTERVAL_MS, run: readPayments },
    {
      name: 'lease limits',
      everyMs: LEASES_INTERVAL_MS,
      run: (given) => given.leaseLimits(),
      isDueAtOnce: true,
    },
    {
      name: 'follow quotas',
      everyMs: QUOTAS_INTERVAL_MS,
      run: (given) => given.refreshQuotas(),
      isDueAtOnce: true,
    },
    { name: 'watch providers', everyMs: WATCH_PROVIDERS_MS, run: watchProviders() },
    {
      name: 'tell margins',
      everyMs: PURGE_USAGE_INTERVAL_MS,
      run: ({ storage, clock }) => tellMargins(storage, clock.nowMs()),
    },
    { name: 'warn of keys', everyMs: PURGE_USAGE_INTERVAL_MS, run: ({ storage }) => warnOfKeys(storage) },
    { name: 'tell prices', everyMs: TELL_PRICES_MS, run: ({ storage }) => tellPrices(storage) },
    { name: 'want recharges', everyMs: RECHARGE_INTERVAL_MS, run: findLowAccounts },
    { name: FOLLOW_JOB, everyMs: REVISION_POLL_MS, run: followChanges() },
    { name: 'watch ledger', everyMs: WATCH_INTERVAL_MS, run: watchLedger(deps), isDueAtOnce: true },
  ];
  const outage = new Outage(deps.log, deps.clock);
  deps.metrics.watchStorage(
    () => outage.isAway,
    () => deps.storage.databaseState?.(),
  );
  const stops = jobs.map((job) => repeat(job, deps, outage));
  const { onRevision } = deps.storage;
  if (onRevision !== undefined) stops.push(onRevision(() => inBackground(runSafely(pushed, deps, outage))));
  const told: Job = { name: DUTIES_JOB, everyMs: 0, run: (given) => given.lookForDuties() };
  const { onEvents } = deps.storage;
  if (onEvents !== undefined) stops.push(onEvents(() => inBackground(runSafely(told, deps, outage))));
  return () => {
    for (const stop of stops) stop();
  };
}

/** False when the ledger was unavailable. */
async function runSafely(job: Job, deps: JobDeps, outage: Outage): Promise<boolean> {
  try {
    await job.run(deps);
    deps.metrics.jobSucceeded(job.name, deps.clock.nowMs());
    outage.worked(job.name);
  } catch (error) {
    if (error instanceof StorageUnavailable) {
      outage.failed(job.name, error.message);
      return false;
    }
    deps.log.warn({ job: job.name, err: error }, 'a job failed');
  }
  return true;
}

function repeat(job: Job, deps: JobDeps, outage: Outage): () => void {
  let busy = false;
  let isStopped = false;
  let again: NodeJS.Timeout | undefined;
  const run = async () => {
    if (busy || isStopped) return;
    busy = true;
    clearTimeout(again);
    const wasThere = await runSafely(job, deps, outage);
    busy = false;
    if (!wasThere && job.everyMs > AWAY_AGAIN_MS)
      again = setTimeout(() => inBackground(run()), AWAY_AGAIN_MS).unref();
  };
  if (job.isDueAtOnce) inBackground(run());
  const stop = deps.intervals(job.everyMs, run);
  return () => {
    isStopped = true;
    stop();
    clearTimeout(again);
  };
}
