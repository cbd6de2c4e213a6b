// Runs watches when they are due. The pages of a run are paid calls of the key that made the watch; the commit that charges them also records the run.

import { type GatherDeps, GatherWork } from '../../call/gathering/gather-work.ts';
import type { GatherOutcome, RunRead, RunRequest } from '../../call/gathering/gathered.ts';
import { causeOf } from '../../call/gathering/gathered.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import type { ClaimedDuty } from '../../domain/gathering/duty.ts';
import { DEEPER, isWatchOwed, type Watch } from '../../domain/gathering/watch.ts';
import { isSlot, offsetOf } from '../../domain/gathering/watch-schedule.ts';
import { type Micros, ZERO } from '../../domain/money.ts';
import { runRequestId } from '../../domain/request-id.ts';
import type { BegunRun, KeyHolder, PaidUnit, RunFound, Storage } from '../../storage/storage.ts';
import { pageMostMicros } from './watch-question.ts';

/** Records in one event, and their length: a webhook's body stays small, and the numbered list has all. */
const EVENT_RECORDS_MAX = 50;
const EVENT_BYTES_MAX = 64 * 1024;
/** When a watch that a cap has stopped is tried again, if the cap does not say it. */
const CAP_RETRY_MS = 3_600_000;
/** Other calls hold the balance that a run needs. They end within a minute. */
export const HELD_RETRY_MS = 60_000;
/** Another node has the call of this run, or its hold has not expired yet. */
const MOVED_RETRY_MS = 5_000;

/** A run that was charged before a restore is tried again this often before it is refunded, after 5 s, 10 s … : five minutes in all. */
const REDO_FAILURES_MAX = 6;
const REDO_RETRY_MS = 5_000;

/**
 * In a slot of the schedule an older answer is not taken, also when no provider can be asked: it would say that nothing is new. Equal
 * questions of several accounts run within this time.
 */
const AGE_SECONDS_MAX = '300';
/** Any other run the caller asked for, by making the watch or requesting a run. It is charged, so it asks the platform. */
const LIVE_SECONDS_MAX = '0';

export interface WatchRunsDeps extends GatherDeps {
  storage: Pick<Storage, 'accounts' | 'watches' | 'found' | 'duties' | 'gathered'>;
  run(request: RunRequest): Promise<GatherOutcome>;
}

/** A run that nothing was found for. */
const NOTHING = { items: 0, body: null, bytes: 0, linksUntilMs: null, seen: [], eventLines: [] };

/** The first run of a watch has to mark what its list shows. */
function isNothingOwed({ hasRun }: Watch, { items, chargedMicros, refundedMicros }: PaidUnit): boolean {
  return (items === 0 && hasRun) || (chargedMicros > 0 && refundedMicros >= chargedMicros);
}

export class WatchRuns extends GatherWork<WatchRunsDeps> {
  readonly kind = 'watch';

  async run(duty: ClaimedDuty, isStopping: () => boolean): Promise<void> {
    await this.deps.turn(isStopping);
    if (isStopping()) return;
    const { storage } = this.deps;
    const of = { accountId: duty.party, id: duty.id, lease: duty.lease };
    const watch = await storage.watches.find({ id: duty.id, accountId: duty.party });
    if (watch === null) return;
    const holder = await this.deps.holderOf(watch.keyId);
    if (holder === null) {
      await storage.watches.pauseRun({ ...of, pausedFor: 'key', resumesInMs: null });
      return;
    }
    const paid = isWatchOwed(watch) ? await this.paidAfter(watch, watch.runs) : null;
    if (paid !== null) {
      await this.#redo(duty, watch, holder, paid);
      return;
    }
    const { path, query } = watch;
    const terms = await this.deps.terms({ holder, path, query, pagesMax: DEEPER * watch.pagesMax });
    const leastMicros = isFailure(terms) ? ZERO : pageMostMicros(terms);
    const mostMicros = isFailure(terms) ? watch.runMostMicros : terms.mostMicros;
    const begun = await storage.watches.beginRun({ ...of, leastMicros, mostMicros });
    if (begun.kind !== 'begun') return;
    const outcome = isFailure(terms) ? terms : await this.deps.run(this.#requestOf(begun, holder));
    if (outcome.kind === 'moved') await storage.duties.postpone(postponed(duty, outcome.retryAfterMs));
    if (!isFailure(outcome)) return;
    if (causeOf(outcome) === 'balance' && (await this.#isOnlyHeld(of, leastMicros)))
      await storage.duties.postpone(postponed(duty, HELD_RETRY_MS));
    else await this.#failed(of, begun, outcome);
  }

  /** Nothing is charged. A run that had found nothing, or whose money was given back, is not made again: nothing of it is owed. */
  async #redo(duty: ClaimedDuty, watch: Watch, holder: KeyHolder, paid: PaidUnit): Promise<void> {
    const { storage, run } = this.deps;
    const slotMs = paid.finishedAtMs;
    const begun = { watch, number: paid.before + 1, slotMs, lateBySeconds: 0, ceilingMicros: ZERO };
    const found = { ...NOTHING, kind: 'run', watchId: watch.id } as const;
    const over = (gap: boolean) => ({
      ...found,
      run: { number: paid.before + 1, slotMs, lateBySeconds: 0, pages: 0, gap },
    });
    const isUnknown = watch.path === '';
    if (isUnknown) {
      // It was restored from an archive that does not have its question.
      const of = { id: watch.id, accountId: watch.accountId, actor: 'gateway' };
      await storage.watches.update({ ...of, state: 'ended', by: 'operator' });
      await storage.gathered.catchUp({ accountId: watch.accountId });
    } else if (isNothingOwed(watch, paid)) {
      await storage.gathered.redo({ ...paid, found: over(watch.hasGap), failure: null });
    } else {
      const outcome = await run({ ...this.#requestOf(begun, holder), paid });
      if (outcome.kind === 'moved') await storage.duties.postpone(postponed(duty, null));
      if (isFailure(outcome)) await this.#notRedone(duty, watch, paid, outcome, over(true));
    }
  }

  /** A failure that passes is tried again a few times. */
  async #notRedone(
    duty: ClaimedDuty,
    watch: Watch,
    paid: PaidUnit,
    failed: Failure,
    found: RunFound,
  ): Promise<void> {
    const { storage } = this.deps;
    const [cause, { lease, id }] = [causeOf(failed), duty];
    const passes = cause === 'provider' || cause === 'quota';
    if (cause === 'key')
      await storage.watches.pauseRun({
        accountId: duty.party,
        id,
        lease,
        pausedFor: 'key',
        resumesInMs: null,
      });
    else if (passes && watch.failures < REDO_FAILURES_MAX)
      await storage.duties.postpone({
        kind: this.kind,
        id,
        lease,
        dueInMs: REDO_RETRY_MS * 2 ** watch.failures,
        isFailure: true,
      });
    else await storage.gathered.redo({ ...paid, found, failure: failed.code });
  }

  /** The balance pays for a run, but other calls hold it: no top-up is needed. */
  async #isOnlyHeld({ accountId }: { accountId: string }, leastMicros: Micros): Promise<boolean> {
    const account = await this.deps.storage.accounts.find({ idOrName: accountId });
    return account !== null && account.balanceMicros >= leastMicros;
  }

  #requestOf(begun: Omit<BegunRun, 'kind'>, holder: KeyHolder): RunRequest {
    const { watch, number, ceilingMicros } = begun;
    const marksOnly = watch.baseline === 'mark' && !watch.hasRun;
    return {
      ...{ holder, path: watch.path, pagesMax: watch.pagesMax, ceilingMicros, marksOnly },
      requestId: runRequestId(watch.id, number),
      query: queryOf(begun),
      isDeeper: watch.hasGap,
      seen: async (items) => new Set(await this.deps.storage.found.seen({ owner: watch.id, items })),
      foundOf: (read) => foundOf(begun, read, marksOnly),
    };
  }

  async #failed(
    of: { accountId: string; id: string; lease: string },
    begun: BegunRun,
    failed: Failure,
  ): Promise<void> {
    const { watches } = this.deps.storage;
    const cause = causeOf(failed);
    const { retryAfterMs = 0 } = failed;
    if (cause === 'balance' || cause === 'budget' || cause === 'key') {
      await watches.pauseRun({ ...of, pausedFor: cause, resumesInMs: null });
    } else if (cause === 'cap') {
      await watches.pauseRun({ ...of, pausedFor: 'cap', resumesInMs: retryAfterMs || CAP_RETRY_MS });
    } else if (cause === 'misses') {
      await watches.pauseRun({ ...of, pausedFor: 'misses', resumesInMs: retryAfterMs });
    } else {
      const { number, slotMs, lateBySeconds, watch } = begun;
      const run = { number, slotMs, lateBySeconds, requestId: runRequestId(watch.id, number) };
      await watches.failRun({ ...of, ...run, wasAsked: watch.runNow, failure: failed.code, retryAfterMs });
    }
  }
}

function queryOf({ watch, slotMs }: Omit<BegunRun, 'kind'>): Record<string, string> {
  const isPlanned = isSlot(slotMs, watch.everyMs, offsetOf(watch, watch.everyMs));
  if (watch.runNow || !isPlanned) return { ...watch.query, max_age: LIVE_SECONDS_MAX };
  return { max_age: AGE_SECONDS_MAX, ...watch.query };
}

const postponed = ({ kind, id, lease }: ClaimedDuty, retryAfterMs: number | null) => ({
  ...{ kind, id, lease },
  ...{ dueInMs: retryAfterMs ?? MOVED_RETRY_MS, isFailure: false },
});

function foundOf(
  { watch, number, slotMs, lateBySeconds }: Omit<BegunRun, 'kind'>,
  read: RunRead,
  marksOnly: boolean,
): RunFound {
  const { pages, lines, gap, isCut, ...found } = read;
  return {
    ...found,
    kind: 'run',
    watchId: watch.id,
    wasAsked: watch.runNow,
    run: { number, slotMs, lateBySeconds, pages, gap },
    ...(marksOnly && isCut && { marksAgain: true }),
    eventLines: firstLines(lines),
  };
}

function firstLines(lines: readonly string[]): string[] {
  const first: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(0, EVENT_RECORDS_MAX)) {
    bytes += Buffer.byteLength(line);
    if (bytes > EVENT_BYTES_MAX) break;
    first.push(line);
  }
  return first;
}
