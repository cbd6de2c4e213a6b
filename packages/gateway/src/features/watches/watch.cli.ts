// Commands of operators on the watches of all accounts. Callers use `watch …`, with their key.
import type { Static } from 'typebox';
import type { AnyCommand } from '../../terminal/command.ts';
import { type Columns, extra, long, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { watchEnd, watchList, watchPause, watchRead, watchResume } from './watch.admin.ts';
import type { AdminWatchView, WatchRunView, WatchView } from './watch-views.ts';

type Shown = Static<typeof WatchView>;

const asked = ({ query }: Pick<Shown, 'query'>) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
const budget = ({ budget: { month, total } }: Pick<Shown, 'budget'>) =>
  [month !== null && `${month} a month`, total !== null && `${total} in all`].filter(Boolean).join(', ') ||
  null;
const state = ({ state: now, paused_for }: Pick<Shown, 'state' | 'paused_for'>) =>
  paused_for === null ? now : `${now} (${paused_for})`;

export const WATCH_FIELDS: Columns<Shown> = {
  id: 'id',
  name: 'name',
  path: 'path',
  asks: asked,
  every: 'every',
  'pages at most': 'pages_max',
  state,
  'next run': 'next_run_at',
  'last run': ({ last_run }) => last_run && `${last_run.at}, ${last_run.failure ?? `${last_run.items} new`}`,
  gap: ({ has_gap }) => (has_gap ? 'the last run may have missed items' : 'no'),
  items: 'items',
  runs: 'runs',
  spent: ({ spent, currency }) => `${spent.total} ${currency}, ${spent.month} this month`,
  budget,
  'at most a run': 'run_most_cost',
  'at most a month': 'most_cost',
  feeds: ({ feed }) => (feed ? 'yes' : 'no'),
  key: 'key',
  created: 'created_at',
  ended: 'ended_at',
};

export const WATCH_ROW: Columns<Shown> = {
  id: 'id',
  name: long('name'),
  platform: extra('platform'),
  asks: long(asked),
  every: 'every',
  state,
  'next run': 'next_run_at',
  items: right('items'),
  spent: right(({ spent }) => spent.total),
};

export const RUN_ROW: Columns<Static<typeof WatchRunView>> = {
  run: right('number'),
  at: 'at',
  'late, s': right('late_seconds'),
  pages: right('pages'),
  new: right('items'),
  charged: right('charged'),
  gap: ({ gap }) => (gap ? 'gap' : ''),
  failure: long('failure'),
};

const ADMIN_FIELDS: Columns<Static<typeof AdminWatchView>> = {
  account: 'account_id',
  ...WATCH_FIELDS,
  'late, s': 'late_seconds',
  failures: 'failures',
};

const id = { watch: 'its id' } as const;

export const watchCommands: AnyCommand[] = [
  verbCommand({
    words: 'admin watches list',
    formerly: 'watches list',
    summary: 'List watches of one account or of all',
    verb: watchList,
    flags: {
      account: ['--account <ACCOUNT>', 'only of this one'],
      state: ['--state <STATE>', 'only these'],
      late: ['--late', 'only those whose run has been due for more than a minute'],
    },
    examples: ['admin watches list --account acme', 'admin watches list --late'],
    lists: [
      'watches',
      { id: 'id', account: 'account_id', ...WATCH_ROW, 'late, s': right('late_seconds') },
      'There are no such watches.',
    ],
  }),
  verbCommand({
    words: 'admin watches show',
    formerly: 'watches show',
    summary: 'Show a watch of an account',
    verb: watchRead,
    arguments: id,
    examples: ['admin watches show wat_4fQ2kZ0bTn8sYvXe'],
    fields: ['watch', ADMIN_FIELDS],
  }),
  verbCommand({
    words: 'admin watches pause',
    formerly: 'watches pause',
    summary: 'Pause a watch: its owner cannot resume it',
    verb: watchPause,
    arguments: id,
    examples: ['admin watches pause wat_4fQ2kZ0bTn8sYvXe'],
    fields: ['watch', ADMIN_FIELDS],
  }),
  verbCommand({
    words: 'admin watches resume',
    formerly: 'watches resume',
    summary: 'Resume a paused watch',
    verb: watchResume,
    arguments: id,
    examples: ['admin watches resume wat_4fQ2kZ0bTn8sYvXe'],
    fields: ['watch', ADMIN_FIELDS],
  }),
  verbCommand({
    words: 'admin watches end',
    formerly: 'watches end',
    summary: 'End a watch for good',
    verb: watchEnd,
    arguments: id,
    examples: ['admin watches end wat_4fQ2kZ0bTn8sYvXe'],
    fields: ['watch', ADMIN_FIELDS],
  }),
];
