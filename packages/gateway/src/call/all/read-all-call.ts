// Reads a request for many platforms into a call that is worth opening: where its walk stands, which platforms have to be asked
// for this page, and at which price each. It writes nothing.
import { hash } from 'node:crypto';
import { authorizeCall } from '../../domain/access/key-scope.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { LEGS_MAX, PAGE_ITEMS_DEFAULT } from '../../domain/limits.ts';
import { ZERO } from '../../domain/money.ts';
import { type LegTerms, mostOf, termsOf } from '../../domain/prices/terms.ts';
import { preferredLanguage } from '../../domain/text/language.ts';
import { type AskedAll, readOverAll } from '../../operations/all-search.ts';
import { ALL_PLATFORMS, actionPath, mergedOperations } from '../../operations/index.ts';
import { legsToAsk } from '../../operations/merge-lists.ts';
import { type PageOperation, targetOf } from '../../operations/operation.ts';
import { NO_MORE } from '../../operations/page-answer.ts';
import type { CallDeps } from '../call-deps.ts';
import type { Quote } from '../prices/price-book.ts';
import { type CallPrices, pricesFor } from '../prices/quoted-price.ts';
import type { OperationAddress, OperationTarget } from '../reading/operation-target.ts';
import {
  askedOf,
  type Caller,
  type CallTarget,
  isAble,
  type ReadCall,
  variantOf,
} from '../reading/read-call.ts';
import type { EndTask, Task } from '../task.ts';
import { createPageTask, invalidCursor } from '../tasks/page-task.ts';
import {
  type AllPage,
  createAllTask,
  createLastAllTask,
  createLostWalkTask,
  type PlannedLeg,
} from './all-task.ts';
import type { SortKey } from './leg-page.ts';
import { createJudge } from './likeness.ts';
import {
  type AllWalk,
  beginWalk,
  type FoundWalk,
  findWalk,
  hasDelivered,
  type WalkLeg,
  walkIdIn,
} from './walk-state.ts';

/** What the functions of this file share. */
interface Reading extends CallPrices {
  operation: PageOperation;
  deps: CallDeps;
  caller: Caller;
  target: OperationTarget;
  asked: AskedAll;
  query: Record<string, string>;
  address: OperationAddress;
  /** The first pages of platforms, planned for a new walk to find out which platforms can be asked. */
  firstPages: Map<string, PlannedLeg>;
}

export function isOverAll(target: CallTarget): target is OperationTarget {
  return target.kind === 'operation' && target.platform === ALL_PLATFORMS;
}

export async function readAllCall(
  deps: CallDeps,
  caller: Caller,
  target: OperationTarget,
): Promise<ReadCall | Failure> {
  const reading = beginReading(deps, caller, target);
  if (isFailure(reading)) return reading;
  const { asked, address, operation } = reading;
  const at = { ...address, operation: operation.name };
  if (asked.pcursor === NO_MORE) return callOf(reading, createLastAllTask(at, asked), []);
  const found = asked.pcursor === null ? beginHere(reading) : await goOn(reading, asked.pcursor);
  if (isFailure(found)) return found;
  if (found === null) {
    if (!caller.requestIdChosen) return walkIsGone;
    return callOf(reading, createLostWalkTask(at, asked, walkIsGone), []);
  }
  const page = planPage(reading, found);
  return isFailure(page) ? page : callOf(reading, createAllTask(deps, page), page.legs);
}

function beginReading(deps: CallDeps, caller: Caller, target: OperationTarget): Reading | Failure {
  const { group, called, query } = target;
  const operation = mergedOperations.find((one) => one === called.operation);
  if (operation === undefined)
    return failure(
      'OPERATION_NOT_SUPPORTED',
      `"${ALL_PLATFORMS}" supports only ${mergedOperations.map(({ name }) => name).join(', ')}.`,
    );
  if (group !== 'u1')
    return failure(
      'PLATFORM_NOT_FOUND',
      `"${ALL_PLATFORMS}" is in group u1: platforms have no shape of their own in common.`,
    );
  if (isFailure(query)) return query;
  const asked = readOverAll(operation, query, deps.settings());
  if (isFailure(asked)) return asked;
  const path = actionPath(group, ALL_PLATFORMS, called.name);
  const prices = pricesFor(deps, caller, path);
  if (isFailure(prices)) return prices;
  const address = { group, platform: ALL_PLATFORMS, variant: variantOf(target), path, providers: [] };
  return { deps, caller, target, operation, asked, query, address, ...prices, firstPages: new Map() };
}

/** A walk belongs to its account: what one account has paid for, another must not read. */
function sealedWalk({ caller, asked, address, operation }: Reading) {
  const target = [...targetOf(asked.ask), `account=${caller.holder.account.id}`];
  return { platform: address.platform, operation: operation.name, target };
}

const walkIsGone = failure(
  'INVALID_CURSOR',
  'This walk is more than a day old, or was dropped for newer ones of the same key. Start again without pcursor.',
  { errors: [{ field: 'pcursor', message: 'belongs to a walk that is no longer stored' }] },
);

async function goOn(reading: Reading, pcursor: string): Promise<FoundWalk | Failure | null> {
  const cursor = reading.deps.cursors.open(pcursor, sealedWalk(reading));
  return cursor === null ? invalidCursor : findWalk(reading.deps, walkIdIn(cursor));
}

function beginHere(reading: Reading): FoundWalk | Failure {
  const names = platformsOf(reading);
  if (isFailure(names)) return names;
  const { weights } = reading.deps.settings().all;
  const isNamed = reading.asked.platforms !== null;
  const legs: Pick<WalkLeg, 'name' | 'weight' | 'skipped'>[] = [];
  let reason: Failure | null = null;
  for (const name of names) {
    const planned = planLeg(reading, { name, pcursor: null });
    if (isFailure(planned)) return planned;
    if ('skipped' in planned) reason ??= planned.reason;
    if ('skipped' in planned && planned.skipped === 'disabled' && !isNamed) continue;
    if (legs.length >= LEGS_MAX) break;
    const skipped = 'skipped' in planned ? planned.skipped : null;
    if (!('skipped' in planned)) reading.firstPages.set(name, planned);
    legs.push({ name, weight: weights[name] ?? 1, skipped });
  }
  if (legs.every(({ skipped }) => skipped !== null)) return reason ?? notOfferedHere;
  const { wanted } = reading.asked.filtering ?? {};
  const language = wanted?.language ?? preferredLanguage(reading.caller.acceptLanguage);
  return { id: null, walk: beginWalk(legs, language), late: new Map(), firstIds: new Map() };
}

const notOfferedHere = failure('ROUTE_NOT_FOUND', 'No platform here has this operation and a price for it.');

/** The platforms that were named, or all that this key may search. */
function platformsOf({ deps, caller, asked, operation }: Reading): readonly string[] | Failure {
  const { platforms, outOfAll } = deps.settings();
  const { platforms: allowed } = caller.holder.key;
  const mayCall = (name: string) => allowed === null || allowed.includes(name);
  if (asked.platforms === null)
    return [...platforms.keys()].filter((name) => mayCall(name) && !outOfAll.includes(name));
  if (!asked.platforms.every((name) => platforms.has(name)))
    return invalid('platforms', `may contain only ${[...platforms.keys()].join(', ')}`);
  const closed = asked.platforms.find((name) => !mayCall(name));
  return closed === undefined ? asked.platforms : authorizeCall(caller.holder, closed, operation.name)!;
}

type Skipped = { skipped: 'skipped_filter' | 'disabled'; reason: Failure };

/** An ordinary call of one platform, with its price. */
function planLeg(
  { deps, caller, target, operation, query, address, priceOf, asked }: Reading,
  { name, pcursor }: Pick<WalkLeg, 'name' | 'pcursor'>,
): PlannedLeg | Skipped | Failure {
  const { platforms } = deps.settings();
  const { platforms: allowed } = caller.holder.key;
  const able = (platforms.get(name) ?? []).filter((by) => isAble(by, operation.name, name));
  const path = actionPath(address.group, name, target.called.name);
  const quote = able.length === 0 || allowed?.includes(name) === false ? null : priceOf(path);
  if (quote === null) return { skipped: 'disabled', reason: notOfferedHere };
  const terms = termsOf(quote, legItems(asked));
  if (mostOf(terms) > 0 && able.some(({ connector }) => connector.facts.resale === 'no'))
    return { skipped: 'disabled', reason: notOfferedHere };
  const at = { ...address, platform: name, path, providers: able };
  const create = (own: Record<string, string>) =>
    createPageTask(deps, operation, { ...target, platform: name, query: own }, at);
  const { sort } = asked.filtering?.wanted ?? {};
  const task = create(legQuery(query, asked, pcursor));
  // Best effort does not apply here: a list in another order cannot be merged into a sorted one.
  const sorted = sort === undefined ? null : create({ keyword: query.keyword!, sort });
  const isSearchable = !isFailure(task) && (sorted === null || !isFailure(sorted));
  if (isSearchable) return { name, path, terms, task: legTask(task) };
  const refusal = (isFailure(task) ? task : sorted) as Failure;
  if (refusal.code === 'FILTER_UNSUPPORTED') return { skipped: 'skipped_filter', reason: refusal };
  // The provider whose list was walked has been removed from the configuration.
  return refusal.code === 'INVALID_CURSOR' ? { skipped: 'disabled', reason: refusal } : refusal;
}

/** A leg at the end of its list has no cursor, and is not asked for another page. */
function legTask(task: PlannedLeg['task'] | EndTask): PlannedLeg['task'] {
  if (task.kind === 'end') throw new Error('a leg was asked for the page after its last one');
  return task;
}

/**
 * A platform's page costs the same whatever its size, so a large one is fetched: items that this page does not use are delivered
 * by the next ones.
 */
function legItems({ count }: AskedAll): number {
  return Math.max(count, PAGE_ITEMS_DEFAULT);
}

function legQuery(
  { platforms: _, pcursor: __, ...search }: Record<string, string>,
  asked: AskedAll,
  pcursor: string | null,
): Record<string, string> {
  return { ...search, count: String(legItems(asked)), ...(pcursor !== null && { pcursor }) };
}

function planPage(reading: Reading, { id, walk, late, firstIds }: FoundWalk): AllPage | Failure {
  const { caller, asked, address } = reading;
  const { sort } = asked.filtering?.wanted ?? {};
  const key: SortKey | null = sort === undefined || sort === 'relevance' ? null : sort;
  const order = key === null ? 'relevance' : 'sorted';
  const isSeen = (name: string) => hasDelivered(walk, name);
  const wanted = legsToAsk(walk, { count: asked.count, order, isSeen });
  const legs: PlannedLeg[] = [];
  const disabled = new Set<string>();
  for (const leg of walk.legs) {
    if (!wanted.has(leg.name) && !late.has(leg.name)) continue;
    const planned = reading.firstPages.get(leg.name) ?? planLeg(reading, leg);
    if (isFailure(planned)) return planned;
    if ('skipped' in planned) disabled.add(leg.name);
    else legs.push(planned);
  }
  const { holder, requestId, trace } = caller;
  const at = {
    ...address,
    operation: reading.operation.name,
    sealed: sealedWalk(reading),
    holder,
    requestId,
    trace,
  };
  const judge = createJudge(asked.ask.keyword ?? null, walk.language);
  const found = { walk: without(walk, disabled), walkId: id, late, firstIds };
  return { ...at, asked, ...found, legs, disabled, order, sort: key, judge };
}

/** Ends the legs of platforms that can no longer be asked. */
function without(walk: AllWalk, disabled: ReadonlySet<string>): AllWalk {
  if (disabled.size === 0) return walk;
  const legs = walk.legs.map((leg) =>
    disabled.has(leg.name) ? { ...leg, isLive: false, end: 'unknown' as const } : leg,
  );
  return { ...walk, legs };
}

function callOf(reading: Reading, task: Task, legs: readonly PlannedLeg[]): ReadCall | Failure {
  const { caller, address, isQuoteGood } = reading;
  const quote = quoteFor(reading);
  if (quote === null) return notOfferedHere;
  const terms: LegTerms = {
    unit: 'leg',
    legs: legs.map(({ name, path, terms: own }) => ({ name, path, terms: own })),
  };
  const fingerprint = hash('sha256', task.canonical, 'base64url');
  const { group, platform, variant, path } = address;
  return {
    ...caller,
    group,
    platform,
    variant,
    path,
    quote,
    isQuoteGood,
    terms,
    fingerprint,
    task,
    asked: () => askedOf(reading.target),
  };
}

/** A rule for this path has no price, because each leg has its own. Its other fields apply. */
function quoteFor({ deps, target, address, priceOf }: Reading): Quote | null {
  const own = priceOf(address.path);
  if (own !== null) return own;
  const paths = [...deps.settings().platforms.keys()].map((name) =>
    actionPath(address.group, name, target.called.name),
  );
  const of = paths.map(priceOf).find((quote) => quote !== null);
  if (of === undefined) return null;
  const rule = {
    ...{ path: address.path, unitPriceMicros: ZERO, summary: null },
    ...{ deprecated: false, sunsetAtMs: null, successor: null },
  };
  return { ...of, rule, allowance: null };
}
