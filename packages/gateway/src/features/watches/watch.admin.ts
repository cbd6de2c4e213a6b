// Watches of all accounts, for operators.
import { LATE_AFTER_MS } from '../../domain/duty.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import { WATCH_STATES, type Watch, type WatchState } from '../../domain/watch.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { onlyAccount } from '../accounts/account-views.ts';
import {
  AdminWatchAnswer,
  AdminWatchView,
  adminWatchView,
  noWatch,
  updateRefusal,
  watchParams,
} from './watch-views.ts';

const ofOne = {
  tag: 'Watches',
  params: watchParams,
  query: Nothing,
  body: Nothing,
  result: AdminWatchAnswer,
} as const;

async function shownAll({ storage, clock, currency }: AdminDeps, watches: readonly Watch[]) {
  const runs = await storage.watches.lastRuns({ ids: watches.map(({ id }) => id) });
  const nowMs = clock.nowMs();
  return watches.map((watch) => adminWatchView(watch, { lastRun: runs[watch.id] ?? null, nowMs, currency }));
}

async function shown(deps: AdminDeps, watch: Watch) {
  const [view] = await shownAll(deps, [watch]);
  return { watch: view! };
}

async function setState(
  deps: AdminDeps,
  { id, state, actor }: { id: string; state: WatchState; actor: string },
): Promise<Awaited<ReturnType<typeof shown>> | Failure> {
  const watch = await deps.storage.watches.find({ id });
  if (watch === null) return noWatch;
  const of = { accountId: watch.accountId, id };
  const result = await deps.storage.watches.update({ ...of, actor, state, by: 'operator' });
  return result.kind === 'changed' ? shown(deps, result.watch) : updateRefusal(result);
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
  async run(deps, { query }) {
    const paging = readPage('watches', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const page = await deps.storage.watches.list({
      ...{ ...paging, ...only },
      ...(query.state !== undefined && { state: query.state }),
      ...(query.late === true && { dueBeforeMs: deps.clock.nowMs() - LATE_AFTER_MS }),
    });
    return { watches: await shownAll(deps, page.items), next_cursor: nextCursor('watches', page.next) };
  },
});

export const watchRead = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminGetWatch',
  method: 'GET',
  path: '/admin/v1/watches/{watch}',
  summary: 'Show one watch',
  async run(deps, { params }) {
    const watch = await deps.storage.watches.find({ id: params.watch });
    return watch === null ? noWatch : shown(deps, watch);
  },
});

export const watchPause = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminPauseWatch',
  method: 'POST',
  path: '/admin/v1/watches/{watch}/pause',
  summary: 'Pause a watch: its owner cannot resume it',
  needs: 'operator',
  run: (deps, { params }, { actor }) => setState(deps, { id: params.watch, state: 'paused', actor }),
});

export const watchResume = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminResumeWatch',
  method: 'POST',
  path: '/admin/v1/watches/{watch}/resume',
  summary: 'Resume a paused watch',
  needs: 'operator',
  run: (deps, { params }, { actor }) => setState(deps, { id: params.watch, state: 'active', actor }),
});

export const watchEnd = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminEndWatch',
  method: 'POST',
  path: '/admin/v1/watches/{watch}/end',
  summary: 'End a watch for good; its items stay readable until they expire',
  needs: 'operator',
  run: (deps, { params }, { actor }) => setState(deps, { id: params.watch, state: 'ended', actor }),
});
