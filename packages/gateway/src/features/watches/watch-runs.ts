// Runs watches when they are due. A run is one paid call of the key that made the watch; the commit that charges it also records it.
import { causeOf } from '../../call/gathering/gather-cause.ts';
import type {
  GatherOutcome,
  GatherTerms,
  RunRead,
  RunRequest,
  TermsRequest,
} from '../../call/gathering/gathered.ts';
import type { ClaimedDuty, DutyWork } from '../../domain/duty.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { type Micros, ZERO } from '../../domain/money.ts';
import { runRequestId } from '../../domain/request-id.ts';
import { DEEPER } from '../../domain/watch.ts';
import { isSlot, offsetOf } from '../../domain/watch-schedule.ts';
import type { BegunRun, KeyHolder, RunFound, Storage } from '../../storage/storage.ts';
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

/**
 * In a slot of the schedule an older answer is not taken, also when no provider can be asked: it would say that nothing is new. Equal
 * questions of several accounts run within this time.
 */
const AGE_SECONDS_MAX = '300';
/** Any other run the caller asked for, by making the watch or requesting a run. It is charged, so it asks the platform. */
const LIVE_SECONDS_MAX = '0';

export interface WatchRunsDeps {
  storage: Pick<Storage, 'accounts' | 'watches' | 'found' | 'duties'>;
  settings(): { enabled: boolean; atOnce: number; perAccount: number };
  /** null when the key may no longer be used. */
  holderOf(keyId: string): Promise<KeyHolder | null>;
  terms(request: Omit<TermsRequest, 'purpose'>): Promise<GatherTerms | Failure>;
  run(request: RunRequest): Promise<GatherOutcome>;
  /** Resolves when the run may begin: interactive calls go first. */
  turn(isStopping: () => boolean): Promise<void>;
}

export class WatchRuns implements DutyWork {
  readonly kind = 'watch';
  readonly #deps: WatchRunsDeps;

  constructor(deps: WatchRunsDeps) {
    this.#deps = deps;
  }

  get atOnceMax(): number {
    return this.#deps.settings().atOnce;
  }

  get perPartyMax(): number {
    return this.#deps.settings().perAccount;
  }

  isOn(): boolean {
    return this.#deps.settings().enabled;
  }

  async run(duty: ClaimedDuty, isStopping: () => boolean): Promise<void> {
    await this.#deps.turn(isStopping);
    if (isStopping()) return;
    const { storage } = this.#deps;
    const of = { accountId: duty.party, id: duty.id, lease: duty.lease };
    const watch = await storage.watches.find({ id: duty.id, accountId: duty.party });
    if (watch === null) return;
    const holder = await this.#deps.holderOf(watch.keyId);
    if (holder === null) {
      await storage.watches.pauseRun({ ...of, pausedFor: 'key', resumesInMs: null });
      return;
    }
    const { path, query } = watch;
    const terms = await this.#deps.terms({ holder, path, query, pagesMax: DEEPER * watch.pagesMax });
    const leastMicros = isFailure(terms) ? ZERO : pageMostMicros(terms);
    const mostMicros = isFailure(terms) ? watch.runMostMicros : terms.mostMicros;
    const begun = await storage.watches.beginRun({ ...of, leastMicros, mostMicros });
    if (begun.kind !== 'begun') return;
    const outcome = isFailure(terms) ? terms : await this.#deps.run(this.#requestOf(begun, holder));
    if (outcome.kind === 'moved') await storage.duties.postpone(postponed(duty, outcome.retryAfterMs));
    if (!isFailure(outcome)) return;
    if (causeOf(outcome) === 'balance' && (await this.#isOnlyHeld(of, leastMicros)))
      await storage.duties.postpone(postponed(duty, HELD_RETRY_MS));
    else await this.#failed(of, begun, outcome);
  }

  /** The balance pays for a run, but other calls hold it: no top-up is needed. */
  async #isOnlyHeld({ accountId }: { accountId: string }, leastMicros: Micros): Promise<boolean> {
    const account = await this.#deps.storage.accounts.find({ idOrName: accountId });
    return account !== null && account.balanceMicros >= leastMicros;
  }

  #requestOf(begun: BegunRun, holder: KeyHolder): RunRequest {
    const { watch, number, ceilingMicros } = begun;
    const marksOnly = watch.baseline === 'mark' && !watch.hasRun;
    return {
      ...{ holder, path: watch.path, pagesMax: watch.pagesMax, ceilingMicros, marksOnly },
      requestId: runRequestId(watch.id, number),
      query: queryOf(begun),
      isDeeper: watch.hasGap,
      seen: async (items) => new Set(await this.#deps.storage.found.seen({ owner: watch.id, items })),
      foundOf: (read) => foundOf(begun, read, marksOnly),
    };
  }

  async #failed(
    of: { accountId: string; id: string; lease: string },
    begun: BegunRun,
    failed: Failure,
  ): Promise<void> {
    const { watches } = this.#deps.storage;
    const cause = causeOf(failed);
    const { retryAfterMs = 0 } = failed;
    if (cause === 'balance' || cause === 'budget' || cause === 'key') {
      await watches.pauseRun({ ...of, pausedFor: cause, resumesInMs: null });
    } else if (cause === 'cap') {
      await watches.pauseRun({ ...of, pausedFor: 'cap', resumesInMs: retryAfterMs || CAP_RETRY_MS });
    } else {
      const { number, slotMs, lateBySeconds, watch } = begun;
      const run = { number, slotMs, lateBySeconds, requestId: runRequestId(watch.id, number) };
      await watches.failRun({ ...of, ...run, wasAsked: watch.runNow, failure: failed.code, retryAfterMs });
    }
  }
}

function queryOf({ watch, slotMs }: BegunRun): Record<string, string> {
  const isPlanned = isSlot(slotMs, watch.everyMs, offsetOf(watch, watch.everyMs));
  if (watch.runNow || !isPlanned) return { ...watch.query, max_age: LIVE_SECONDS_MAX };
  return { max_age: AGE_SECONDS_MAX, ...watch.query };
}

const postponed = ({ kind, id, lease }: ClaimedDuty, retryAfterMs: number | null) => ({
  ...{ kind, id, lease },
  ...{ dueInMs: retryAfterMs ?? MOVED_RETRY_MS, isFailure: false },
});

/** What is not read when the first run only marks is no gap: nothing of it was to be delivered. */
function foundOf(
  { watch, number, slotMs, lateBySeconds }: BegunRun,
  read: RunRead,
  marksOnly: boolean,
): RunFound {
  const { pages, lines, gap, ...found } = read;
  return {
    ...found,
    kind: 'run',
    watchId: watch.id,
    wasAsked: watch.runNow,
    run: { number, slotMs, lateBySeconds, pages, gap: gap && !marksOnly },
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
