// Watches of all accounts, for operators.

import { type Failure, isFailure } from '../../domain/failure.ts';
import { LATE_AFTER_MS } from '../../domain/gathering/duty.ts';
import { WATCH_STATES, type Watch, type WatchState } from '../../domain/gathering/watch.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { onlyAccount } from '../accounts/account-views.ts';
import { seesQuestions } from '../receipts/asked-view.ts';
import {
  AdminWatchAnswer,
  AdminWatchView,
  adminWatchView,
  noWatch,
  updateRefusal,
  WatchRunList,
  watchParams,
  watchRunView,
} from './watch-views.ts';

const ofOne = {
  tag: 'Watches',
  params: watchParams,
  query: Nothing,
  body: Nothing,
  result: AdminWatchAnswer,
} as const;

async function shownAll(
  { storage, clock, currency }: AdminDeps,
  watches: readonly Watch[],
  caller: AdminCaller,
) {
  const runs = await storage.watches.lastRuns({ ids: watches.map(({ id }) => id) });
  const nowMs = clock.nowMs();
  // Empty for a viewer, as with calls.
  const shown = seesQuestions(caller) ? watches : watches.map((watch) => ({ ...watch, query: {} }));
  return shown.map((watch) => adminWatchView(watch, { lastRun: runs[watch.id] ?? null, nowMs, currency }));
}

async function shown(deps: AdminDeps, watch: Watch, caller: AdminCaller) {
  const [view] = await shownAll(deps, [watch], caller);
  return { watch: view! };
}

async function setState(
  deps: AdminDeps,
  { id, state, caller }: { id: string; state: WatchState; caller: AdminCaller },
): Promise<Awaited<ReturnType<typeof shown>> | Failure> {
  const watch = await deps.storage.watches.find({ id });
  if (watch === null) return noWatch;
  const of = { accountId: watch.accountId, id };
  const result = await deps.storage.watches.update({ ...of, actor: caller.actor, state, by: 'operator' });
  return result.kind === 'changed' ? shown(deps, result.watch, caller) : updateRefusal(result);
}

export const watchList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListWatches',
  method: 'GET',
  path: '/admin/v1/watches',
  summary: 'List watches, of one account or of all, the newest first',
  tag: 'Watches',
  params: Nothing,
  query: Type.Object({
    ...pageQuery,
    account: Type.Optional(AccountRef),
    state: Type.Optional(Type.Enum([...WATCH_STATES])),
    late: Type.Optional(
      Type.Boolean({ description: 'Only watches whose next run has been due for more than a minute.' }),
    ),
  }),
  body: Nothing,
  result: Type.Object({ watches: Type.Array(AdminWatchView), next_cursor: NextCursor }),
  async run(deps, { query }, caller) {
    const paging = readPage('watches', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const page = await deps.storage.watches.list({
      ...{ ...paging, ...only },
      ...(query.state !== undefined && { state: query.state }),
      ...(query.late === true && { dueBeforeMs: deps.clock.nowMs() - LATE_AFTER_MS }),
    });
    return {
      watches: await shownAll(deps, page.items, caller),
      next_cursor: nextCursor('watches', page.next),
    };
  },
});

export const watchRead = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminGetWatch',
  method: 'GET',
  path: '/admin/v1/watches/{watch}',
  summary: 'Show one watch and its last runs',
  result: Type.Object({ ...AdminWatchAnswer.properties, ...WatchRunList.properties }),
  async run(deps, { params }, caller) {
    const { watches } = deps.storage;
    const watch = await watches.find({ id: params.watch });
    if (watch === null) return noWatch;
    const runs = (await watches.runs({ id: watch.id })).map(watchRunView);
    return { ...(await shown(deps, watch, caller)), runs };
  },
});

export const watchPause = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminPauseWatch',
  method: 'POST',
  path: '/admin/v1/watches/{watch}/pause',
  summary: 'Pause a watch: its owner cannot resume it',
  needs: 'operator',
  run: (deps, { params }, caller) => setState(deps, { id: params.watch, state: 'paused', caller }),
});

export const watchResume = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminResumeWatch',
  method: 'POST',
  path: '/admin/v1/watches/{watch}/resume',
  summary: 'Resume a paused watch',
  needs: 'operator',
  run: (deps, { params }, caller) => setState(deps, { id: params.watch, state: 'active', caller }),
});

export const watchEnd = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminEndWatch',
  method: 'POST',
  path: '/admin/v1/watches/{watch}/end',
  summary: 'End a watch for good; its items stay readable until they expire',
  needs: 'operator',
  run: (deps, { params }, caller) => setState(deps, { id: params.watch, state: 'ended', caller }),
});
