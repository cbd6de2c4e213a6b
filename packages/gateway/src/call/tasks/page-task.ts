// The task of one page of any list: reads what is asked and where the walk stands, walks on at a provider, writes the page.
// walks/ decides how a walk goes on at a provider, operations/ how a page looks.
import type { AuthorVideosInput, OwnedListing, Question } from '../../connectors/connector.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type { OpenedCursor, Walk } from '../../operations/cursor.ts';
import {
  type AskedPage,
  canonicalPage,
  type FinishedPage,
  type PageContext,
  type PageOperation,
  targetOf,
} from '../../operations/operation.ts';
import {
  lastPage,
  NO_MORE,
  PageAnswer,
  type PageAsked,
  type PagePosition,
  writePaging,
} from '../../operations/page-answer.ts';
import {
  itemResults,
  type PageEnd,
  type Results,
  rawResults,
  restoreResults,
  type SavedAnswer,
} from '../../operations/results.ts';
import { aboutRecords } from '../answers/answered-things.ts';
import type { CallDeps } from '../call-deps.ts';
import { type AbleProviders, ableProviders } from '../reading/able-providers.ts';
import { inOwnForm } from '../reading/id-forms.ts';
import type { DeliveredIds, OperationAddress, OperationTarget } from '../reading/operation-target.ts';
import type { AttemptOutcome, AttemptTime, EndTask, Good, LostTask, PageTask } from '../task.ts';
import { answerOrigin } from '../trying/attempt.ts';
import { absence } from '../trying/attempt-failure.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { cursorAfter } from '../walks/cursor-after.ts';
import { pagesAt, WalkAttempt, type WalkedPage, type WalkStep } from '../walks/walk.ts';

/** One page of one walk, as the caller asked for it. */
interface Step extends OperationAddress {
  operation: PageOperation;
  asked: AskedPage;
  walk: Walk;
  at: WalkStep;
  context: PageContext;
  able: AbleProviders;
}

export function createPageTask(
  deps: CallDeps,
  operation: PageOperation,
  target: OperationTarget,
  given: OperationAddress,
): PageTask | EndTask | LostTask | Failure {
  if (isFailure(target.query)) return target.query;
  const read = operation.read(target.query, deps.settings());
  if (isFailure(read)) return read;
  const formed = inOwnForm(read, given);
  if (isFailure(formed)) return formed;
  const { asked } = formed;
  const address = { ...given, providers: formed.providers };
  const walk = { platform: address.platform, operation: operation.name, target: targetOf(asked.ask) };
  const isOver = asked.pcursor === NO_MORE;
  const cursor = asked.pcursor === null || isOver ? null : deps.cursors.open(asked.pcursor, walk);
  if (asked.pcursor !== null && !isOver && cursor === null) return invalidCursor;
  const sorted = sortOf(operation, asked, address);
  if (isFailure(sorted)) return sorted;

  const able = ableProviders(
    deps.settings(),
    { ...address, providers: sorted.providers },
    operation.name,
    asked.filtering,
  );
  if (isFailure(able)) return able;
  const providers = providersOf(address, able, cursor);
  const { sort } = sorted;
  const isGathered = target.isGathered === true;
  const step: Step = {
    ...address,
    operation,
    asked,
    walk,
    at: stepOf(
      deps,
      address,
      operation,
      { ...asked, sort, isGathered },
      cursor,
      target.delivered ?? null,
      able,
      providers,
    ),
    context: { group: address.group, sort, mark: cursor?.mark ?? null },
    able,
  };
  if (isOver || providers.length === 0) return taskWithoutProvider(step, providers, isOver);
  const cacheName = cacheNameOf(step); // A live call needs the name four times.
  return {
    kind: 'page',
    operation: operation.name,
    canonical: canonicalPage(address.path, asked),
    variant: address.variant,
    providers,
    itemsMax: asked.count,
    pagesAt: (by) => pagesAt(step.at, by),
    attempt: (by, time) => attemptPage(deps, step, by, time),
    asks: { platform: address.platform, ask: asked.ask },
    cacheKey: (by) => {
      const mayShare = !isGathered || listingOf(operation, by).gathersExact !== true;
      return cacheName === null || !mayShare ? null : `${by.provider.name} ${cacheName}`;
    },
    restore: (saved) => restored(deps, step, saved),
    missesMax: () => (operation.absent === null ? 0 : 1),
    maxAgeSeconds: asked.maxAgeSeconds,
  };
}

/**
 * The page after the last one; or a page of a walk whose provider was removed from the configuration, whose cursor means nothing
 * to other providers.
 */
function taskWithoutProvider(
  step: Step,
  providers: readonly ConnectedProvider[],
  isOver: boolean,
): EndTask | LostTask {
  const { operation, path, variant, asked, context } = step;
  const canonical = canonicalPage(path, asked);
  const facts = { operation: operation.name, canonical, variant, providers, itemsMax: asked.count };
  if (!isOver) return { kind: 'lost', ...facts, failure: invalidCursor };
  const { says } = operation.finish(NOTHING, context);
  return { kind: 'end', ...facts, write: (receipt) => lastPage(repeated(step), says, receipt) };
}

const NOTHING = { items: [] };

/** The part of the question that the answer repeats. The sort is a field of the page, whether the caller asked for one or not. */
function repeated({ group, platform, asked }: Step): PageAsked {
  const { sort: _, ...ask } = asked.repeats ?? asked.ask;
  return { group, platform, ask };
}

const listingOf = ({ name }: PageOperation, { connector }: ConnectedProvider) =>
  // The types of an operation and its implementations match by construction.
  connector.operations[name] as unknown as OwnedListing & {
    sorts?: readonly string[];
    looksUpHandles?: true;
    gathersExact?: true;
  };

interface Sorted {
  /** null where the list has no choice of sorts. */
  sort: string | null;
  /** The providers that have this sort. */
  providers: readonly ConnectedProvider[];
}

/** The sort of the whole walk. Without `sort`, it is the default of the first provider. */
function sortOf(
  operation: PageOperation,
  { ask }: AskedPage,
  { providers }: OperationAddress,
): Sorted | Failure {
  if (!operation.isSorted) return { sort: null, providers };
  const sortsOf = (by: ConnectedProvider) => listingOf(operation, by).sorts ?? [];
  const sort = ask.sort ?? sortsOf(providers[0]!)[0]!;
  const able = providers.filter((by) => sortsOf(by).includes(sort));
  if (able.length > 0) return { sort, providers: able };
  return invalid('sort', `must be one that this platform has: ${providers.flatMap(sortsOf).join(', ')}`);
}

/**
 * Economy asks one provider. A stable walk first asks the provider that gave the last page, and then the others. Group u2 stays
 * with that provider: the body of another provider's answer could repeat delivered items, and nothing can be left out of it.
 * Providers that ignore other filters are left out: their lists differ, so a position in this walk means nothing there.
 */
function providersOf(
  { variant, group }: OperationAddress,
  { providers, planOf }: AbleProviders,
  cursor: OpenedCursor | null,
): readonly ConnectedProvider[] {
  if (cursor === null) return variant === 'economy' ? providers.slice(0, 1) : providers;
  const isOwn = ({ provider }: ConnectedProvider) => provider.name === cursor.provider;
  const own = providers.filter(isOwn);
  if (variant === 'economy' || group === 'u2') return own;
  const ignored = (by: ConnectedProvider) => planOf(by).ignored.join();
  const others = providers.filter((by) => !isOwn(by));
  const [first = others[0]] = own;
  return [...own, ...others.filter((by) => ignored(by) === ignored(first!))];
}

function stepOf(
  deps: CallDeps,
  { group, platform, variant }: OperationAddress,
  operation: PageOperation,
  { ask, sort, count, includeRaw, isGathered }: AskedPage & Pick<Sorted, 'sort'> & { isGathered: boolean },
  cursor: OpenedCursor | null,
  delivered: DeliveredIds | null,
  { planOf }: AbleProviders,
  providers: readonly ConnectedProvider[],
): WalkStep {
  const maySkip = group === 'u1';
  const question: Question = { platform, wantsRaw: includeRaw, ...ask, ...(sort !== null && { sort }) };
  return {
    platform,
    question: (by) =>
      byKnownId(deps, operation, by, {
        ...without(question, planOf(by).ignored),
        ...(isGathered && gatheredExactly(operation, by, ask)),
      }),
    // Only searches have filters, and their records are videos.
    sieve: (by) => planOf(by).passes as ReturnType<WalkStep['sieve']>,
    listing: (by) => listingOf(operation, by),
    count,
    cursor,
    delivered,
    maySkip,
    isStable: variant === 'stable' && maySkip,
    hasOwn: providers.some(({ provider }) => provider.name === cursor?.provider),
  };
}

/** What a collection or a watch asks beside its question, where its maker did not say. */
function gatheredExactly(
  operation: PageOperation,
  by: ConnectedProvider,
  { match }: AskedPage['ask'],
): object {
  return listingOf(operation, by).gathersExact && match === undefined ? { match: 'exact' } : {};
}

type AuthorQuestion = Question & Pick<AuthorVideosInput, 'author_id' | 'handle'>;

/** Replaces a handle by its id, if that was looked up before. */
function byKnownId(
  { knownIds }: CallDeps,
  operation: PageOperation,
  by: ConnectedProvider,
  question: AuthorQuestion,
): Question {
  const { handle: name, ...rest } = question;
  if (name === undefined || !listingOf(operation, by).looksUpHandles) return question;
  const author_id = knownIds.idOf({ by, platform: question.platform, kind: 'author', name });
  return author_id === null ? question : { ...rest, ...{ author_id } };
}

/** Remembers the author's id, when all of the page is by one author. */
function learnAuthor(
  { knownIds }: CallDeps,
  { asked, platform, operation }: Step,
  { said }: WalkedPage,
  by: ConnectedProvider,
): void {
  const { handle: name } = asked.ask;
  if (name === undefined || !listingOf(operation, by).looksUpHandles) return;
  const [id, ...others] = new Set(said.items.map(({ record }) => (record as ParsedVideo).author.id));
  if (id != null && others.length === 0) knownIds.learn({ by, platform, kind: 'author', name }, id);
}

function without(question: Question, names: readonly string[]): Question {
  if (names.length === 0) return question;
  return Object.fromEntries(
    Object.entries(question).filter(([name]) => !names.includes(name)),
  ) as unknown as Question;
}

/**
 * Everything that an answer depends on apart from its provider. The account is not part of it: platforms are asked with the
 * operator's keys. The filters are the exact ones: two that are sealed alike may give different pages. null for a page from which the rows of
 * one collection or watch leave something out: it is nobody else's.
 */
function cacheNameOf({ group, platform, operation, asked, at }: Step): string | null {
  if (at.cursor !== null && at.delivered !== null) return null;
  const { ask, count, includeRaw } = asked;
  const digest = at.cursor?.digest ?? null;
  return JSON.stringify([operation.name, group, platform, ask, count, includeRaw, digest]);
}

export const invalidCursor: Failure = failure(
  'INVALID_CURSOR',
  'Send the pcursor of the last answer unchanged, with the same platform and the same parameters, or none to start over.',
  { errors: [{ field: 'pcursor', message: 'was not issued for this search' }] },
);

function attemptPage(
  deps: CallDeps,
  step: Step,
  by: ConnectedProvider,
  time: AttemptTime,
): Promise<AttemptOutcome> {
  const walk = new WalkAttempt(deps, step.at, by, time);
  return walk.run().then(({ result, outcome }) => {
    const { bytes, pages, requests, waitedMs } = walk;
    const rest = { outcome, bytes, pages, requests, waitedMs };
    if (result.kind === 'exchanged') {
      learnAuthor(deps, step, result, by);
      return { result: written(deps, step, result, by), ...rest, isResumed: result.isResumed };
    }
    if (result.kind !== 'absent') return { result, ...rest };
    const { name, absent: code } = step.operation;
    if (code === null) throw new Error(`${name} is of nothing that could be absent`);
    return { result: absence(code, result, { platform: step.platform, ask: step.asked.ask }), ...rest };
  });
}

function written(deps: CallDeps, step: Step, walked: WalkedPage, by: ConnectedProvider): Good {
  const { total } = walked.said;
  const finished = step.operation.finish(walked.said, step.context);
  const { items, says } = finished;
  const page = { ...walked, said: { ...walked.said, items } };
  const next = nextPage(deps, step, { ...page, mark: finished.mark }, by);
  const paging = {
    total,
    resumed: walked.isResumed,
    ...next,
    says: { ...says, ...filterReportOf(step, walked, by) },
  };
  const end = { keeper: deps.pages, after: `,${writePaging(step.group, paging)}` };
  const results = resultsOf(deps, step, page, end);
  const { platform, asked, operation } = step;
  const records = items.map(({ record }) => record);
  const about = aboutRecords(deps, { platform, ask: asked.ask }, operation.record, records);
  return new PageAnswer(repeated(step), items.length, results, about);
}

/** Restores a page that another node saved. */
function restored(deps: CallDeps, step: Step, { items, about, results: saved }: SavedAnswer): Good | null {
  const results = restoreResults(saved, step.group === 'u2' ? null : step.operation.record, deps.pages);
  return results && new PageAnswer(repeated(step), items, results, about);
}

/** What was done about the filters; empty when the search has none. */
function filterReportOf({ asked, able }: Step, { scanned }: WalkedPage, by: ConnectedProvider): object {
  if (asked.filtering === undefined) return {};
  const { approximate, ignored } = able.planOf(by);
  return { approximate_filters: approximate, ignored_filters: ignored, scanned };
}

/** A cursor too long to hand out ends the walk, so that no page has a cursor that cannot be used. */
function nextPage(
  deps: CallDeps,
  { at, walk }: Step,
  { said: page, next, mark }: WalkedPage & Pick<FinishedPage, 'mark'>,
  by: ConnectedProvider,
): Pick<PagePosition, 'pcursor' | 'end'> {
  if (next === null) return { pcursor: NO_MORE, end: page.end };
  const { items, total } = page;
  const pcursor = deps.cursors.seal(cursorAfter(at, by, { items, next, total, mark }), walk);
  return pcursor === null ? { pcursor: NO_MORE, end: 'upstream_cap' } : { pcursor, end: 'more' };
}

function resultsOf(
  deps: CallDeps,
  { group, platform, operation, asked, at }: Step,
  walked: WalkedPage,
  end: PageEnd,
): Results {
  if (group === 'u2') return rawResults(walked.body, end);
  const position = at.cursor?.delivered ?? 0;
  const origin = { platform, form: operation.record, source: answerOrigin(deps, walked), position };
  return itemResults(origin, walked.said.items, { includeRaw: asked.includeRaw, ...end });
}
