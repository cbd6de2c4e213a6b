// Watches of the caller's account. A watch runs with the key that made it, and a limited key sees only its own.

import { base62, hashSecret } from '../../domain/access/key.ts';
import { failure, isFailure } from '../../domain/failure.ts';
import { WATCH_STATES, type Watch } from '../../domain/gathering/watch.ts';
import { makeId } from '../../domain/ids.ts';
import { LIST_ITEMS_DEFAULT } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import type { SetFeedResult } from '../../storage/storage.ts';
import {
  callerActor,
  keyHolder,
  madeBefore,
  makerOf,
  maySee,
  onlyKeyOf,
  otherPayerRefusal,
  payerRefusal,
  paysMeanwhile,
  requestIdReused,
} from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { ownVerbOf } from '../../verb/own-verb.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { foundItems } from '../collections/found-items.ts';
import { awaitItems } from './await-items.ts';
import { FEED_SECRET_CHARS, feedAddresses } from './feed-address.ts';
import { readBudget, readDistance, readQuestion, watchFingerprint } from './watch-question.ts';
import {
  FeedAnswer,
  NewWatchBody,
  noWatch,
  PAGES_DEFAULT,
  updateRefusal,
  WatchAnswer,
  WatchChangeBody,
  WatchItems,
  WatchMade,
  WatchRemoved,
  WatchRunList,
  WatchView,
  watchItemsQuery,
  watchParams,
  watchRunView,
  watchView,
} from './watch-views.ts';

const ofAll = { path: '/api/watches/v1', tag: 'Watches', params: Nothing } as const;
const ownVerb = ownVerbOf({
  tag: 'Watches',
  path: '/api/watches/v1/{watch}',
  params: watchParams,
  async find({ storage }, { watch: id }, caller) {
    const watch = await storage.watches.find({ id, accountId: caller.account.id });
    return watch === null || !maySee(caller, watch) ? noWatch : watch;
  },
});

/** As the caller sees them, with the last run of each. */
async function shownAll({ storage, clock, currency }: AccountDeps, watches: readonly Watch[]) {
  const runs = await storage.watches.lastRuns({ ids: watches.map(({ id }) => id) });
  const nowMs = clock.nowMs();
  return watches.map((watch) => watchView(watch, { lastRun: runs[watch.id] ?? null, nowMs, currency }));
}

async function shown(deps: AccountDeps, watch: Watch) {
  const [view] = await shownAll(deps, [watch]);
  return { watch: view! };
}

function texts(query: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

export const ownWatchCreate = verbOf<AccountDeps, AccountCaller>()({
  ...ofAll,
  name: 'createWatch',
  method: 'POST',
  summary: 'Have a question asked again and again; the same request id gives the same watch',
  query: Nothing,
  body: NewWatchBody,
  result: WatchMade,
  creates: ({ created }) => created,
  async run(deps, { body, requestId }, caller) {
    const holder = keyHolder(caller);
    const { storage, random, watching } = deps;
    const distance = readDistance(watching, body.every);
    if (isFailure(distance)) return distance;
    const budget = readBudget(body.budget);
    if (isFailure(budget)) return budget;
    const asked = { path: body.path, query: texts(body.query), pagesMax: body.pages_max ?? PAGES_DEFAULT };
    const question = await readQuestion(watching, { ...asked, ...distance, holder, budget });
    if (isFailure(question)) return question;
    const id = makeId('watch', random);
    const { max } = watching.rules();
    const made = await storage.watches.create({
      ...{ ...asked, ...distance, ...question, id, max, actor: callerActor(caller!) },
      ...{ accountId: holder.account.id, keyId: holder.key.id, requestId: requestId ?? id },
      ...{ fingerprint: watchFingerprint(body), name: body.name ?? null, baseline: body.baseline ?? 'mark' },
      monthBudgetMicros: budget.monthBudgetMicros ?? null,
      totalBudgetMicros: budget.totalBudgetMicros ?? null,
    });
    if (made.kind === 'reused') return requestIdReused;
    if (made.kind === 'not_found') return failure('NOT_FOUND', 'The account no longer exists.');
    if (made.kind === 'full')
      return failure(
        'CONFLICT',
        `Your account has ${max} watches, or ended as many, and no more are allowed. End or delete one first.`,
      );
    if (made.kind === 'found') return knownWatch(deps, caller, made.watch);
    deps.lookForDuties();
    return { ...(await shown(deps, made.watch)), created: true };
  },
});

async function knownWatch(deps: AccountDeps, caller: AccountCaller, made: Watch) {
  const known = await madeBefore(deps, caller!, made);
  return isFailure(known) ? known : { ...(await shown(deps, known)), created: false };
}

export const ownWatchList = verbOf<AccountDeps, AccountCaller>()({
  ...ofAll,
  name: 'listWatches',
  method: 'GET',
  summary: 'Watches of your account, the newest first',
  query: Type.Object({ ...pageQuery, state: Type.Optional(Type.Enum([...WATCH_STATES])) }),
  body: Nothing,
  result: Type.Object({
    watches: Type.Array(WatchView),
    next_cursor: NextCursor,
    watches_max: Type.Integer({ description: 'How many an account may have that have not ended.' }),
  }),
  async run(deps, { query }, caller) {
    const { account } = keyHolder(caller);
    const paging = readPage('watches', query);
    if (isFailure(paging)) return paging;
    const keyId = onlyKeyOf(caller!);
    const page = await deps.storage.watches.list({
      ...{ ...paging, accountId: account.id },
      ...(query.state !== undefined && { state: query.state }),
      ...(keyId !== null && { keyId }),
    });
    const watches = await shownAll(deps, page.items);
    return { watches, next_cursor: nextCursor('watches', page.next), watches_max: deps.watching.rules().max };
  },
});

export const ownWatchRead = ownVerb({
  name: 'getWatch',
  method: 'GET',
  summary: 'One watch: its next run, its last run, and what it has spent',
  result: WatchAnswer,
  async run(deps, { own }) {
    return shown(deps, own);
  },
});

export const ownWatchUpdate = ownVerb({
  name: 'updateWatch',
  method: 'PATCH',
  summary: 'Change name, budget, distance or pages of a watch; pause, resume or end it',
  body: WatchChangeBody,
  result: WatchAnswer,
  async run(deps, { own, body }, caller) {
    const distance = body.every === undefined ? {} : readDistance(deps.watching, body.every);
    if (isFailure(distance)) return distance;
    const budget = readBudget(body.budget);
    if (isFailure(budget)) return budget;
    const pagesMax = body.pages_max ?? own.pagesMax;
    const isAsked = body.every !== undefined || body.pages_max !== undefined || body.budget !== undefined;
    // One whose key no longer works is resumed by the caller's key, which then pays.
    const isTakenOver = body.state === 'active' && own.pausedFor === 'key';
    const mayCostMore = (isAsked || body.state === 'active') && !isTakenOver;
    const notPaid = mayCostMore ? await payerRefusal(deps.storage, caller, own) : null;
    if (notPaid !== null) return notPaid;
    const { path, query } = own;
    const wanted = { ...own, ...distance, path, query, holder: caller, pagesMax, budget };
    const question = isAsked ? await readQuestion(deps.watching, wanted) : null;
    if (isFailure(question)) return question;
    const result = await deps.storage.watches.update({
      ...{ ...distance, ...budget, actor: callerActor(caller), accountId: own.accountId, id: own.id },
      ...(question !== null && { runMostMicros: question.runMostMicros, pagesMax }),
      ...(body.name !== undefined && { name: body.name }),
      ...(body.state !== undefined && { state: body.state }),
      ...{ by: 'caller', keyId: caller.key.id, judged: own },
    });
    deps.lookForDuties();
    return changedOrFailure(deps, result);
  },
});

async function changedOrFailure(deps: AccountDeps, result: SetFeedResult) {
  if (result.kind === 'changed') return shown(deps, result.watch);
  return updateRefusal(result);
}

export const ownWatchRemove = ownVerb({
  name: 'removeWatch',
  method: 'DELETE',
  summary: 'Delete a watch with its items and feeds; the receipts of its calls stay',
  result: WatchRemoved,
  async run(deps, { own }, caller) {
    const { accountId, id } = own;
    const { removed } = await deps.storage.watches.remove({ actor: callerActor(caller), accountId, id });
    return removed ? { removed } : noWatch;
  },
});

export const ownWatchRun = ownVerb({
  name: 'runWatch',
  method: 'POST',
  below: '/run',
  summary:
    'Run a watch now, beside its schedule and within its budget, once for a request id; at most twenty times an hour',
  result: WatchAnswer,
  async run(deps, { own, requestId }, caller) {
    const notPaid = await payerRefusal(deps.storage, caller, own);
    if (notPaid !== null) return notPaid;
    const { accountId, id } = own;
    const result = await deps.storage.watches.requestRun({
      ...{ accountId, id, requestId: requestId!, paidBy: own.keyId },
    });
    if (result.kind === 'requested') {
      deps.lookForDuties();
      return shown(deps, result.watch);
    }
    if (result.kind === 'not_found') return noWatch;
    if (result.kind === 'moved') return paysMeanwhile;
    if (result.kind === 'not_active')
      return failure('CONFLICT', `The watch is ${result.watch.state}, so it does not run.`);
    const { retryAfterMs } = result;
    return failure('RATE_LIMITED', 'This watch was run by request twenty times in this hour.', {
      retryAfterMs,
    });
  },
});

export const ownWatchRuns = ownVerb({
  name: 'listWatchRuns',
  method: 'GET',
  below: '/runs',
  summary: 'The last runs of a watch, the newest first',
  result: WatchRunList,
  async run(deps, { own }) {
    return { runs: (await deps.storage.watches.runs({ id: own.id })).map(watchRunView) };
  },
});

export const ownWatchItems = ownVerb({
  name: 'listWatchItems',
  method: 'GET',
  below: '/items',
  summary: 'New items that a watch found, in their sequence; with `wait`, the answer comes with the next one',
  query: watchItemsQuery,
  result: WatchItems,
  async run(deps, { own, query, whenLeft }) {
    const { after = 0, limit = LIST_ITEMS_DEFAULT, wait = 0 } = query;
    if (wait > 0 && own.items <= after) {
      const refusal = await awaitItems(deps, own, { after, waitMs: wait * 1_000, whenLeft });
      if (refusal !== null) return refusal;
    }
    const items = await foundItems(deps.storage, { owner: own.id, after, limit, nowMs: deps.clock.nowMs() });
    return { items, next: items.at(-1)?.number ?? after };
  },
});

export const ownWatchFeed = ownVerb({
  below: '/feed',
  name: 'makeWatchFeed',
  method: 'POST',
  summary: 'Make the secret address of the feeds of a watch, or replace it; it is shown once',
  result: FeedAnswer,
  creates: true,
  async run(deps, { own }, caller) {
    const secret = base62(deps.random, FEED_SECRET_CHARS);
    const set = await setFeed(deps, caller, own, hashSecret(secret));
    return isFailure(set) ? set : { ...set, feed: feedAddresses(deps.publicUrl(), secret) };
  },
});

export const ownWatchFeedRemove = ownVerb({
  below: '/feed',
  name: 'removeWatchFeed',
  method: 'DELETE',
  summary: 'Remove the feeds of a watch: their address stops working at once',
  result: WatchAnswer,
  run: (deps, { own }, caller) => setFeed(deps, caller, own, null),
});

/** `hash`: of the new secret; null removes the feeds. */
async function setFeed(
  deps: AccountDeps,
  caller: NonNullable<AccountCaller>,
  own: Watch,
  hash: string | null,
) {
  const refusal = await otherPayerRefusal(deps, caller, own);
  if (refusal !== null) return refusal;
  const { accountId, id, keyId: paidBy } = own;
  const by = { actor: callerActor(caller), by: makerOf(caller), paidBy };
  return changedOrFailure(deps, await deps.storage.watches.setFeed({ ...by, accountId, id, hash }));
}
