// Watches of all accounts, for operators.
import { Type } from '../../domain/schema.ts';
import { WATCH_STATES } from '../../domain/watch.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef } from '../../verb/fields.ts';
import { NextCursor, pageQuery } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { AdminWatchAnswer, AdminWatchView, watchParams } from './watch-views.ts';

async function notYet(): Promise<never> {
  throw new Error('not built yet');
}

const ofOne = {
  tag: 'Watches',
  params: watchParams,
  query: Nothing,
  body: Nothing,
  result: AdminWatchAnswer,
} as const;

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
      Type.Enum(['true'], {
        description: '`true`: only watches whose next run has been due for more than a minute.',
      }),
    ),
  }),
  body: Nothing,
  result: Type.Object({ watches: Type.Array(AdminWatchView), next_cursor: NextCursor }),
  run: notYet,
});

export const watchRead = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminGetWatch',
  method: 'GET',
  path: '/admin/v1/watches/{watch}',
  summary: 'Show one watch',
  run: notYet,
});

export const watchPause = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminPauseWatch',
  method: 'POST',
  path: '/admin/v1/watches/{watch}/pause',
  summary: 'Pause a watch: its owner cannot resume it',
  needs: 'operator',
  run: notYet,
});

export const watchResume = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminResumeWatch',
  method: 'POST',
  path: '/admin/v1/watches/{watch}/resume',
  summary: 'Resume a paused watch',
  needs: 'operator',
  run: notYet,
});

export const watchEnd = verbOf<AdminDeps, AdminCaller>()({
  ...ofOne,
  name: 'adminEndWatch',
  method: 'POST',
  path: '/admin/v1/watches/{watch}/end',
  summary: 'End a watch for good; its items stay readable until they expire',
  needs: 'operator',
  run: notYet,
});
