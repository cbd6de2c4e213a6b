// The task of one page over many platforms: asks the legs, merges what they bring, stores where the walk stands, and
// reports on each leg. Each leg is an ordinary call of one platform with its own plan and cache. It moves no money: it reports which legs
// delivered, and only `settle` charges them.
import type { OperationName } from '../../connectors/connector.ts';
import { type Attempt, type Source, sparedMsOf } from '../../domain/call.ts';
import type { Failure } from '../../domain/failure.ts';
import { inBackground } from '../../domain/in-background.ts';
import type { BroughtLeg, CallTerms, ItemTerms } from '../../domain/prices/terms.ts';
import type { TraceIdentity } from '../../observe/trace-identity.ts';
import { AllAnswer, type LegReport, type WrittenItems, writeMerged } from '../../operations/all-answer.ts';
import type { AskedAll } from '../../operations/all-search.ts';
import type { Walk } from '../../operations/cursor.ts';
import { isOver, type MergedPage, type MergeOrder, merge } from '../../operations/merge-lists.ts';
import { canonicalPage } from '../../operations/operation.ts';
import { lastPage, NO_MORE, type PagePosition } from '../../operations/page-answer.ts';
import type { ReadItem } from '../../operations/results.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { findFresh, findShared, noteGiven, obtainedFrom } from '../answers/answer-memory.ts';
import type { CallDeps } from '../call-deps.ts';
import { obtain } from '../obtain.ts';
import type { OperationAddress } from '../reading/operation-target.ts';
import type { AllTask, EndTask, LostTask, Obtained, PageTask } from '../task.ts';
import { type AwaitedLegs, awaitLegs } from './await-legs.ts';
import { withoutGone } from './gone-items.ts';
import { type LegEnd, type LegPage, readLegPage, type SortKey, unreadOf } from './leg-page.ts';
import { commonest, legStatusOf } from './leg-status.ts';
import { type JudgeItem, maybeAlsoIn } from './likeness.ts';
import {
  type AllWalk,
  hasDelivered,
  keepLate,
  keepWalk,
  sealWalk,
  type WalkLeg,
  walkPlace,
  withDelivered,
} from './walk-state.ts';

/**
 * A leg is given up after three failed pages in a row, or nine late ones: the walk must have an end. A late leg usually answers
 * on a later page, which resets its count to zero.
 */
const FAILURES_MAX = 9;
const FAILED_COUNTS = 3;
const LATE_COUNTS = 1;

/** One platform that is asked for this page. */
export interface PlannedLeg {
  name: string;
  path: string;
  terms: CallTerms | ItemTerms;
  task: PageTask | LostTask;
}

interface AllAddress extends OperationAddress {
  operation: OperationName;
}

/** One page of one walk, as the caller asked for it. */
export interface AllPage extends AllAddress {
  holder: KeyHolder;
  requestId: string;
  trace: TraceIdentity | null;
  asked: AskedAll;
  /** What the cursors of this walk are bound to. */
  sealed: Walk;
  walk: AllWalk;
  /** The id of the stored walk; null for one that begins. */
  walkId: string | null;
  firstIds: ReadonlyMap<string, string>;
  /** Legs' pages that arrived after the previous page was made. */
  late: ReadonlyMap<string, LegPage>;
  legs: readonly PlannedLeg[];
  /** Legs of the walk that can no longer be asked. */
  disabled: ReadonlySet<string>;
  order: MergeOrder;
  sort: SortKey | null;
  judge: JudgeItem;
}

export function createAllTask(deps: CallDeps, page: AllPage): AllTask {
  const providers = new Set(page.legs.flatMap(({ task }) => task.providers));
  const paidPage = needsNoPlatform(page) ? { walkId: page.walkId, firstIds: page.firstIds } : null;
  return {
    kind: 'all',
    ...factsOf(page, page.asked),
    providers: [...providers],
    gather: () => gatherPage(deps, page),
    paidPage,
  };
}

/** True when an earlier page paid for everything that this one shows. */
function needsNoPlatform(page: AllPage): page is AllPage & { walkId: string } {
  return page.legs.length === 0 && page.walkId !== null;
}

/** `pcursor=no_more`: no platform is asked and nothing is charged. */
export function createLastAllTask(address: AllAddress, asked: AskedAll): EndTask {
  const { group, platform } = address;
  const asks = { group, platform, ask: asked.repeats! };
  return {
    kind: 'end',
    ...factsOf(address, asked),
    write: (receipt) => lastPage(asks, { platforms: [] }, receipt),
  };
}

/** A walk that is no longer stored. The call can only fail, but its page may have been paid and answered before. */
export function createLostWalkTask(address: AllAddress, asked: AskedAll, failure: Failure): LostTask {
  return { kind: 'lost', ...factsOf(address, asked), failure };
}

function factsOf({ operation, path, variant }: AllAddress, asked: AskedAll) {
  const canonical = canonicalPage(path, asked);
  return { operation, canonical, variant, providers: [], itemsMax: asked.count };
}

async function gatherPage(deps: CallDeps, asked: AllPage): Promise<Obtained> {
  const page = await withoutGone(deps, asked);
  // A leg may outlive the call, and its page must be readable until it is stored.
  const generation = deps.pages.enter();
  let late: Promise<unknown> | null = null;
  try {
    const awaited = await awaitPage(deps, page);
    const { made, keeping } = makePage(deps, page, awaited);
    if (made.kind === 'failed') return made;
    const { id, ...stand } = await keeping!;
    if (id !== null) late = keepWhatIsLate(deps, page, id, awaited.running);
    return obtainedWith(page, made, stand);
  } finally {
    // Storing what is late handles its own failures.
    inBackground(Promise.resolve(late).then(() => deps.pages.leave(generation)));
  }
}

function awaitPage(deps: CallDeps, page: AllPage): Promise<AwaitedLegs<LegEnd>> {
  const { softDeadlineMs, hardDeadlineMs } = deps.settings().all;
  const runs = page.legs.map((leg) => ({ name: leg.name, run: () => runLeg(deps, page, leg) }));
  return awaitLegs(deps.timers, runs, {
    // Sorted legs can be merged only when the first item of each is known.
    softMs: page.order === 'sorted' ? hardDeadlineMs : softDeadlineMs,
    hardMs: hardDeadlineMs,
    hasItems: page.walk.legs.some(({ unread }) => unread.length > 0),
    others: page.walk.legs.filter(({ name, unread }) => unread.length > 0 && !isAsked(page, name)).length,
    isGood: ({ kind }) => kind === 'page',
  });
}

/** A page that is written, except for the cursor of the next one. */
interface MadePage {
  kind: 'made';
  items: WrittenItems;
  legs: BroughtLeg[];
  position: Omit<PagePosition, keyof Stand>;
  reports: LegReport[];
  source: Source;
  attempts: Attempt[];
  /** Requests that providers answered for the legs that brought a page. */
  answered: number;
}

/**
 * Reads what the legs brought, merges it, and begins to store the rest. Synchronous, and its result holds no record as text: while a call
 * waits for the disk, the garbage collector would copy the records of all its legs.
 */
function makePage(
  deps: CallDeps,
  page: AllPage,
  awaited: AwaitedLegs<LegEnd>,
): { made: MadePage | Extract<Obtained, { kind: 'failed' }>; keeping: Promise<Stand> | null } {
  const pages = pagesIn(awaited);
  const merged = mergePage(deps, page, awaited, pages);
  const attempts = [...awaited.ended.values()].flatMap((end) => end.attempts);
  if (page.legs.length > 0 && pages.size === 0 && merged.items.length === 0)
    return { made: { kind: 'failed', failure: commonest(page, awaited), attempts }, keeping: null };
  const next = walkAfter(page, merged);
  const report = (leg: WalkLeg) => shownReport(deps, reportOf(page, awaited, pages, merged, leg));
  const made: MadePage = {
    kind: 'made',
    items: writeMerged(merged.items, page.walk.delivered, maybeAlsoIn(merged)),
    legs: [...pages].map(([name, { items, isLive }]) => ({ name, items: items.length, isLive })),
    position: positionOf(pages),
    reports: next.legs.map(report),
    source: sourceOf([...pages.values()]),
    attempts,
    answered: [...awaited.ended.values()].reduce((sum, end) => sum + (end.answered ?? 0), 0),
  };
  return { made, keeping: keepNext(deps, page, next) };
}

function obtainedWith(
  { platform, asked }: AllPage,
  { items, legs, position, reports, source, attempts, answered }: MadePage,
  stand: Omit<Stand, 'id'>,
): Obtained {
  const about = { platform, ask: asked.repeats! };
  const good = new AllAnswer(about, items, legs, { position: { ...stand, ...position }, reports });
  return { kind: 'good', good, source, ageMs: 0, by: null, attempts, answered };
}

const isAsked = ({ legs }: AllPage, name: string) => legs.some((leg) => leg.name === name);

/** A page that arrived late for the previous page is used. Everything else is an ordinary search. */
async function runLeg(deps: CallDeps, page: AllPage, { name, path, task }: PlannedLeg): Promise<LegEnd> {
  const late = page.late.get(name);
  if (late !== undefined)
    return { kind: 'page', attempts: late.attempts, tookMs: late.tookMs, read: () => late };
  const beganMs = deps.clock.monotonicMs();
  const { holder, requestId, trace } = page;
  const found =
    findFresh(deps, { task, path, holder }) ??
    (deps.sharedCache && (await findShared(deps, { task, path, holder })));
  const obtained =
    found === null ? await obtain(deps, { task, path, holder, requestId, trace }) : obtainedFrom(found);
  const tookMs = Math.round(deps.clock.monotonicMs() - beganMs) + sparedMsOf(obtained.attempts);
  const attempts = obtained.attempts.map((attempt) => ({ ...attempt, leg: name }));
  // The first leg was counted when the call was opened; each further one counts as an extra page.
  if (found?.source !== 'cache' && name !== page.legs[0]?.name) deps.uncountedPages.add(holder.key.id, 1);
  if (found !== null) noteGiven(deps, found, holder);
  if (obtained.kind === 'failed') return { kind: 'failed', failure: obtained.failure, attempts, tookMs };
  const { good, source, by, fetchedAtMs } = obtained;
  const from = {
    isLive: source === 'live',
    isStale: source === 'stale',
    provider: by?.provider.name ?? '',
    fetchedAtMs,
  };
  const read = () => readLegPage(good, { ...from, attempts, tookMs });
  return { kind: 'page', attempts, tookMs, answered: obtained.answered ?? 0, read };
}

function pagesIn({ ended }: AwaitedLegs<LegEnd>): Map<string, LegPage> {
  const pages = new Map<string, LegPage>();
  for (const [name, end] of ended) if (end.kind === 'page') pages.set(name, end.read());
  return pages;
}

interface MergedWalk extends MergedPage<ReadItem> {
  legs: readonly WalkLeg[];
}

/** Merges what the legs brought. A leg without items now is not waited for on this page. */
function mergePage(
  deps: CallDeps,
  page: AllPage,
  awaited: AwaitedLegs<LegEnd>,
  pages: ReadonlyMap<string, LegPage>,
): MergedWalk {
  const { walk, order, asked } = page;
  const legs = walk.legs.map((leg) => {
    const came = pages.get(leg.name);
    if (came !== undefined) return legWith(deps, page, leg, came);
    return isAsked(page, leg.name) ? legWithout(leg, awaited) : leg;
  });
  const silent = page.legs.filter(({ name }) => (pages.get(name)?.items.length ?? 0) === 0);
  const setAside = new Set(silent.map(({ name }) => name));
  const isSeen = (name: string) => hasDelivered(walk, name);
  return { ...merge({ legs, run: walk.run }, { count: asked.count, order, isSeen, setAside }), legs };
}

/** The leg brought nothing this time. */
function legWithout(leg: WalkLeg, { running, isHard }: AwaitedLegs<LegEnd>): WalkLeg {
  const isLate = running.has(leg.name) && !isHard;
  const failures = leg.failures + (isLate ? LATE_COUNTS : FAILED_COUNTS);
  return failures < FAILURES_MAX ? { ...leg, failures } : { ...leg, failures, isLive: false, end: 'unknown' };
}

function legWith(deps: CallDeps, { sort, judge }: AllPage, leg: WalkLeg, page: LegPage): WalkLeg {
  const { ownHosts } = deps.settings().addressBook;
  const fresh = unreadOf(page, leg.delivered, { sort, lastKey: leg.lastKey, ownHosts, judge });
  return {
    ...leg,
    unread: [...leg.unread, ...fresh],
    delivered: leg.delivered + fresh.length,
    // All items of first pages compete at once.
    open: leg.delivered === 0 ? (fresh[0]?.till ?? 0) : leg.open,
    isLive: page.pcursor !== null,
    pcursor: page.pcursor,
    end: page.end,
    provider: page.provider,
    lastKey: fresh.at(-1)?.key ?? leg.lastKey,
    failures: 0,
  };
}

function walkAfter(page: AllPage, { items, state, legs }: MergedWalk): AllWalk {
  const names = items.flatMap(({ item, alsoIn }) => [
    ...item.names,
    ...alsoIn.flatMap((other) => other.item.names),
  ]);
  const { walk } = page;
  return {
    run: state.run,
    legs: legs.map((leg, i) => ({ ...leg, unread: state.legs[i]!.unread, open: state.legs[i]!.open })),
    language: walk.language,
    delivered: walk.delivered + items.length,
    ...withDelivered(walk, names),
    ...(needsNoPlatform(page) && { root: walk.root ?? page.walkId }),
  };
}

type Stand = Pick<PagePosition, 'pcursor' | 'end'> & { id: string | null };

/** Stored before the answer that refers to it is paid: a paid cursor always leads to a stored walk. */
function keepNext(deps: CallDeps, page: AllPage, next: AllWalk): Promise<Stand> {
  if (isOver(next)) return Promise.resolve({ pcursor: NO_MORE, end: endOf(next), id: null });
  const { delivered, root } = next;
  const place = root === undefined ? null : walkPlace(root, delivered, page.disabled);
  return standAfter(deps, page, delivered, keepWalk(deps, page.holder.key.id, next, place));
}

async function standAfter(
  deps: CallDeps,
  page: AllPage,
  delivered: number,
  keeping: Promise<string | null>,
): Promise<Stand> {
  const id = await keeping;
  const pcursor = id === null ? null : sealWalk(deps, id, delivered, page.sealed);
  // Ends the walk, so that no page has a cursor that cannot be used.
  if (pcursor === null) return { pcursor: NO_MORE, end: 'upstream_cap', id: null };
  return { pcursor, end: 'more', id };
}

/** `exhausted` only when every leg has proved that it has no more. */
function endOf({ legs }: AllWalk): PagePosition['end'] {
  const ends = new Set(legs.filter(({ skipped }) => skipped === null).map(({ end }) => end));
  if (ends.size === 1 && ends.has('exhausted')) return 'exhausted';
  return ends.has('upstream_cap') ? 'upstream_cap' : 'unknown';
}

/**
 * Stores pages that arrive after this one. The caller does not wait for them, and they are charged only when a page uses them.
 */
function keepWhatIsLate(
  deps: CallDeps,
  { holder, requestId }: AllPage,
  id: string,
  running: AwaitedLegs<LegEnd>['running'],
): Promise<unknown> | null {
  if (running.size === 0) return null;
  const kept = [...running].map(([leg, work]) => {
    const keeping = work.then(async (end) => {
      if (end.kind === 'page') await keepLate(deps, holder.key.id, { id, leg }, end.read());
    });
    const name = { accountId: holder.account.id, requestId: `${requestId} ${leg}` };
    return deps.running.track(name, keeping).catch((err) => {
      deps.log.warn({ requestId, leg, err }, 'a late page could not be stored');
    });
  });
  return Promise.all(kept);
}

function positionOf(pages: ReadonlyMap<string, LegPage>): MadePage['position'] {
  const all = [...pages.values()];
  const once = (names: string[]) => [...new Set(names)];
  const scanned = all.filter((one) => one.scanned !== null);
  const report = {
    approximate_filters: once(all.flatMap(({ approximate }) => approximate)),
    ignored_filters: once(all.flatMap(({ ignored }) => ignored)),
    scanned: scanned.reduce((sum, one) => sum + (one.scanned ?? 0), 0),
  };
  const resumed = all.some(({ isResumed }) => isResumed);
  return { total: null, resumed, says: scanned.length === 0 ? {} : report };
}

/** The least fresh source of the parts; a page that an earlier call paid for counts as cached. */
function sourceOf(pages: readonly LegPage[]): Source {
  if (pages.some(({ isStale }) => isStale)) return 'stale';
  return pages.length > 0 && pages.every(({ isLive }) => isLive) ? 'live' : 'cache';
}

function reportOf(
  page: AllPage,
  { ended, running, isHard }: AwaitedLegs<LegEnd>,
  pages: ReadonlyMap<string, LegPage>,
  { items }: MergedWalk,
  leg: WalkLeg,
): LegReport {
  const end = ended.get(leg.name);
  const shown = items.filter((item) => item.leg === leg.name).length;
  const brought = pages.get(leg.name)?.items.length ?? null;
  const tookMs = end?.tookMs ?? null;
  const isRunning = running.has(leg.name);
  const status = isRunning ? (isHard ? 'timeout' : 'late') : legStatusOf(page, leg, end, { shown, brought });
  const at = leg.end ?? (leg.skipped === null ? 'more' : null);
  return { platform: leg.name, provider: leg.provider, status, items: shown, took_ms: tookMs, end: at };
}

function shownReport(deps: CallDeps, report: LegReport): LegReport {
  return deps.settings().showsProviders ? report : { ...report, provider: null };
}
