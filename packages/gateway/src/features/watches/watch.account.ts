// Watches of the caller's account.
import { Type } from '../../domain/schema.ts';
import { WATCH_STATES } from '../../domain/watch.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { NextCursor, pageQuery } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import {
  CreateBody,
  FeedAnswer,
  itemsQuery,
  UpdateBody,
  WatchAnswer,
  WatchItems,
  WatchRemoved,
  WatchRuns,
  WatchView,
  watchParams,
} from './watch-views.ts';

const ofAll = { path: '/api/watches/v1', tag: 'Watches', params: Nothing } as const;
const ofOne = {
  path: '/api/watches/v1/{watch}',
  tag: 'Watches',
  params: watchParams,
  query: Nothing,
} as const;

async function notYet(): Promise<never> {
  throw new Error('not built yet');
}

export const ownWatchCreate = verbOf<AccountDeps, AccountCaller>()({
  ...ofAll,
  name: 'createWatch',
  method: 'POST',
  summary: 'Have a question asked again and again; the same request id gives the same watch',
  query: Nothing,
  body: CreateBody,
  result: WatchAnswer,
  creates: true,
  run: notYet,
});

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
  run: notYet,
});

export const ownWatchRead = verbOf<AccountDeps, AccountCaller>()({
  ...ofOne,
  name: 'getWatch',
  method: 'GET',
  summary: 'One watch: its next run, its last run, and what it has spent',
  body: Nothing,
  result: WatchAnswer,
  run: notYet,
});

export const ownWatchUpdate = verbOf<AccountDeps, AccountCaller>()({
  ...ofOne,
  name: 'updateWatch',
  method: 'PATCH',
  summary: 'Change name, budget, distance or pages of a watch; pause, resume or end it',
  body: UpdateBody,
  result: WatchAnswer,
  run: notYet,
});

export const ownWatchRemove = verbOf<AccountDeps, AccountCaller>()({
  ...ofOne,
  name: 'removeWatch',
  method: 'DELETE',
  summary: 'Delete a watch with its items and feeds; the receipts of its calls stay',
  body: Nothing,
  result: WatchRemoved,
  run: notYet,
});

export const ownWatchRun = verbOf<AccountDeps, AccountCaller>()({
  ...ofOne,
  name: 'runWatch',
  method: 'POST',
  path: '/api/watches/v1/{watch}/run',
  summary: 'Run a watch now, beside its schedule and within its budget; at most twenty times an hour',
  body: Nothing,
  result: WatchAnswer,
  run: notYet,
});

export const ownWatchRuns = verbOf<AccountDeps, AccountCaller>()({
  ...ofOne,
  name: 'listWatchRuns',
  method: 'GET',
  path: '/api/watches/v1/{watch}/runs',
  summary: 'The last runs of a watch, the newest first',
  body: Nothing,
  result: WatchRuns,
  run: notYet,
});

export const ownWatchItems = verbOf<AccountDeps, AccountCaller>()({
  ...ofOne,
  name: 'listWatchItems',
  method: 'GET',
  path: '/api/watches/v1/{watch}/items',
  summary: 'New items that a watch found, in their sequence; with `wait`, the answer comes with the next one',
  query: itemsQuery,
  body: Nothing,
  result: WatchItems,
  run: notYet,
});

export const ownWatchFeed = verbOf<AccountDeps, AccountCaller>()({
  ...ofOne,
  name: 'makeWatchFeed',
  method: 'POST',
  path: '/api/watches/v1/{watch}/feed',
  summary: 'Make the secret address of the feeds of a watch, or replace it; it is shown once',
  body: Nothing,
  result: FeedAnswer,
  creates: true,
  run: notYet,
});

export const ownWatchFeedRemove = verbOf<AccountDeps, AccountCaller>()({
  ...ofOne,
  name: 'removeWatchFeed',
  method: 'DELETE',
  path: '/api/watches/v1/{watch}/feed',
  summary: 'Remove the feeds of a watch: their address stops working at once',
  body: Nothing,
  result: WatchAnswer,
  run: notYet,
});
