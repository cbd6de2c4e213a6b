// How watches, their runs and their items are shown, and the input of the verbs on them.
import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { type Failure, failure, invalid } from '../../domain/failure.ts';
import { LATE_AFTER_MS } from '../../domain/gathering/duty.ts';
import {
  spentInMonth,
  WATCH_BASELINES,
  WATCH_PAUSES,
  WATCH_STATES,
  type Watch,
  type WatchRun,
} from '../../domain/gathering/watch.ts';
import { EVERY_MS_MIN, everyText } from '../../domain/gathering/watch-schedule.ts';
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '../../domain/limits.ts';
import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { SetFeedResult } from '../../storage/storage.ts';
import { paysMeanwhile } from '../../verb/caller.ts';
import {
  AmountInput,
  Count,
  Currency,
  MoneyText,
  nullable,
  TimeText,
  timeOrNull,
  Words,
} from '../../verb/fields.ts';
import { itemView, pathInput, queryInput } from '../collections/collection-views.ts';

/** A run with more pages would take longer than the gateway gives it. */
const PAGES_MAX = 20;
export const PAGES_DEFAULT = 3;
const WAIT_SECONDS_MAX = 30;

export const WatchRunView = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: '1, 2, 3 … within the watch.' }),
    request_id: Type.String({
      description:
        'Of the call of its first page; those of further pages end in `.2`, `.3` and so on. Receipts are at `/api/account/v1/requests/{request_id}`.',
    }),
    slot_at: Type.String({
      description: 'When the run was due. A run that you requested has a time of its own.',
      examples: ['2026-11-15T06:00:00.000Z'],
    }),
    at: Type.String({ description: 'When it ended.', examples: ['2026-11-15T06:00:01.250Z'] }),
    late_seconds: Type.Integer({
      minimum: 0,
      description:
        'How long after its time it began. Runs that were missed while the gateway was down are made up for by one late run.',
    }),
    late_by_s: Type.Integer({
      minimum: 0,
      deprecated: true,
      description: 'The older name of `late_seconds`.',
    }),
    pages: Type.Integer({ minimum: 0, description: 'Pages that were read and paid.' }),
    items: Type.Integer({ minimum: 0, description: 'New items that were delivered.' }),
    charged: MoneyText,
    gap: Type.Boolean({
      description:
        'True: new items may remain that this run did not reach, because of `pages_max`, the budget or time. The next run reads deeper.',
    }),
    failure: nullable(Type.String({ description: 'Code of the failure; null when the run succeeded.' })),
  },
  { $id: 'WatchRun', description: 'One time that a watch asked its question.' },
);

const Spent = Type.Object({
  month: Type.String({ description: 'In the current UTC month.', examples: ['0.120000'] }),
  total: Type.String({ description: 'Since the watch was created.', examples: ['1.450000'] }),
});

const BudgetView = Type.Object({
  month: nullable(
    Type.String({ description: 'The most that it may spend in a UTC month.', examples: ['5.000000'] }),
  ),
  total: nullable(
    Type.String({ description: 'The most that it may spend in all.', examples: ['50.000000'] }),
  ),
});

const watchFields = {
  id: Type.String({ examples: ['wat_4fQ2kZ0bTn8sYvXe'] }),
  name: nullable(Type.String()),
  platform: Type.String({ examples: ['library'] }),
  path: Type.String({ examples: ['/api/u1/v1/library/app/search_video_v2'] }),
  query: Type.Record(Type.String(), Type.String(), {
    description: 'The parameters of the question.',
    examples: [{ keyword: 'cat' }],
  }),
  every: Type.String({
    description: 'The distance between runs in minutes, hours or days, or `auto`.',
    examples: ['6h'],
  }),
  every_seconds: Type.Integer({
    description: 'The same in seconds. With `auto`: the distance that the gateway uses now.',
    examples: [21_600],
  }),
  pages_max: Type.Integer({ description: 'Pages that a run reads at most.' }),
  baseline: Type.Enum([...WATCH_BASELINES], {
    description:
      '`mark`: the items of the first run count as seen and are not delivered; each page costs a check. `deliver`: they are delivered and charged.',
  }),
  state: Type.Enum([...WATCH_STATES]),
  paused_for: nullable(
    Type.Enum([...WATCH_PAUSES], {
      description:
        'Why it is paused. `balance`: a top-up resumes it. `budget`: the next UTC month, or a higher budget, resumes it. `cap`: a cap of its key or project is reached; it is tried again each hour. `misses`: calls of your account that end uncharged have asked platforms as often as they may (`limits.misses`); it resumes by itself. `key`: its key no longer works; resume it with another key. `caller`, `operator`: paused by hand.',
    }),
  ),
  next_run_at: nullable(
    Type.String({ description: 'null unless it is active.', examples: ['2026-11-15T12:00:00.000Z'] }),
  ),
  last_run: nullable(WatchRunView),
  spent: Spent,
  budget: BudgetView,
  items: Type.Integer({
    minimum: 0,
    description: 'How many items it has delivered: the number of the last one.',
  }),
  runs: Count,
  has_gap: Type.Boolean({ description: 'The last run may have missed items.' }),
  feed: Type.Boolean({ description: 'Whether it has feeds under a secret address.' }),
  created_at: TimeText,
  ended_at: nullable(TimeText),
  key: Type.String({ description: 'The id of the key that pays, and whose rights and caps apply.' }),
  run_most_cost: Type.String({
    description:
      'The most that one run can cost at the price of the last run, never more than the budgets leave. A run pays for each page that it reads: its new items, and at least a check. After a gap it may read twice `pages_max`.',
    examples: ['0.360000'],
  }),
  most_cost: Type.String({
    description:
      'The most that a month of 31 days can cost at the price of the last run, whatever the list brings; never more than the budget.',
    examples: ['37.200000'],
  }),
  currency: Currency,
};

export const WatchView = Type.Object(watchFields, {
  $id: 'Watch',
  description: 'A question that the gateway asks again and again. It delivers each new item once.',
});

export const AdminWatchView = Type.Object(
  {
    ...watchFields,
    account_id: Type.String(),
    late_seconds: nullable(
      Type.Integer({ minimum: 0, description: 'How long its next run has been due; null up to a minute.' }),
    ),
    late_by_s: Type.Integer({
      minimum: 0,
      deprecated: true,
      description: 'The older name of `late_seconds`; 0 where that is null.',
    }),
    failures: Type.Integer({ minimum: 0, description: 'Failed runs in a row.' }),
  },
  { $id: 'AdminWatch', description: 'A watch of an account.' },
);

/** What a view needs beside the row. */
export interface WatchShown {
  lastRun: WatchRun | null;
  nowMs: number;
  currency: string;
}

type Bounded = Pick<
  Watch,
  | 'runMostMicros'
  | 'monthBudgetMicros'
  | 'totalBudgetMicros'
  | 'spentMicros'
  | 'spentMonth'
  | 'spentMonthMicros'
>;

/** The most that a run that begins now can cost. */
export function mostInRun(watch: Bounded, nowMs: number): number {
  const { monthBudgetMicros: month, totalBudgetMicros: total } = watch;
  return Math.max(
    0,
    Math.min(
      watch.runMostMicros,
      month === null ? Number.POSITIVE_INFINITY : month - spentInMonth(watch, nowMs),
      total === null ? Number.POSITIVE_INFINITY : total - watch.spentMicros,
    ),
  );
}

/** The longest month. */
const MONTH_MS = 31 * 86_400_000;

/** The most that a month can cost: every run finds as much as it can, up to the budget. */
export function mostInMonth(
  watch: Pick<
    Watch,
    'isAuto' | 'everyMs' | 'runMostMicros' | 'monthBudgetMicros' | 'totalBudgetMicros' | 'spentMicros'
  >,
): number {
  const runs = Math.ceil(MONTH_MS / (watch.isAuto ? EVERY_MS_MIN : watch.everyMs));
  const { monthBudgetMicros: month, totalBudgetMicros: total } = watch;
  return Math.min(
    runs * watch.runMostMicros,
    month ?? Number.POSITIVE_INFINITY,
    total === null ? Number.POSITIVE_INFINITY : total - watch.spentMicros,
  );
}

const money = (micros: number) => formatMoney(micros as Parameters<typeof formatMoney>[0]);
const moneyOrNull = (micros: number | null) => (micros === null ? null : money(micros));

export function watchRunView(run: WatchRun): Static<typeof WatchRunView> {
  return {
    ...{
      number: run.number,
      request_id: run.requestId,
      slot_at: formatTime(run.slotMs),
      at: formatTime(run.atMs),
    },
    ...{
      late_seconds: run.lateBySeconds,
      late_by_s: run.lateBySeconds,
      pages: run.pages,
      items: run.items,
      charged: money(run.chargedMicros),
    },
    ...{ gap: run.gap, failure: run.failure },
  };
}

export function watchView(watch: Watch, shown: WatchShown): Static<typeof WatchView> {
  const { lastRun, nowMs, currency } = shown;
  const { id, name, platform, path, query, baseline, state, items, runs } = watch;
  return {
    ...{ id, name, platform, path, query: { ...query } },
    every: watch.isAuto ? 'auto' : everyText(watch.everyMs),
    every_seconds: watch.everyMs / 1_000,
    ...{ pages_max: watch.pagesMax, baseline, state, paused_for: watch.pausedFor },
    next_run_at: state === 'active' ? formatTime(watch.dueAtMs) : null,
    last_run: lastRun && watchRunView(lastRun),
    spent: { month: money(spentInMonth(watch, nowMs)), total: money(watch.spentMicros) },
    budget: { month: moneyOrNull(watch.monthBudgetMicros), total: moneyOrNull(watch.totalBudgetMicros) },
    ...{ items, runs, has_gap: watch.hasGap, feed: watch.feedHash !== null },
    ...{ created_at: formatTime(watch.createdAtMs), ended_at: timeOrNull(watch.endedAtMs), key: watch.keyId },
    run_most_cost: money(mostInRun(watch, nowMs)),
    ...{ most_cost: money(mostInMonth(watch)), currency },
  };
}

export const watchParams = Type.Object({
  watch: Type.String({ minLength: 1, maxLength: 64, description: 'The id of the watch.' }),
});
export const WatchAnswer = Type.Object({ watch: WatchView });
export const WatchMade = Type.Object({
  watch: WatchView,
  created: Type.Boolean({ description: 'False: this request id had made this watch before.' }),
});
export const AdminWatchAnswer = Type.Object({ watch: AdminWatchView });
export const WatchRemoved = Type.Object({ removed: Type.Boolean() });
export const WatchRunList = Type.Object({
  runs: Type.Array(WatchRunView, { description: 'The newest first; the last 100 are kept.' }),
});

export const WatchItemView = itemView('WatchItem', {
  description: 'One new item that a watch found.',
  number: '1, 2, 3 … within the watch, in the sequence of delivery.',
  record: 'The record as the list gives it: a video, an author, a comment or a playlist.',
});

export const WatchItems = Type.Object({
  items: Type.Array(WatchItemView),
  next: Type.Integer({
    minimum: 0,
    description:
      'Send it as `after` next time: the number of the last item in this answer, or the `after` of this request when there is no item.',
  }),
});

export const watchItemsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Only items with a higher number; 0 for the oldest that are kept.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_ITEMS_MAX, default: LIST_ITEMS_DEFAULT })),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      default: 0,
      description:
        'Seconds to wait when there is no such item yet, at most 25. The answer may be empty: ask again.',
    }),
  ),
});

const every = Type.String({
  maxLength: 8,
  description:
    'The distance between runs: whole minutes, hours or days from `15m` to `7d`. `auto`: the gateway chooses between 15 minutes and a day, by how often the list changes.',
  examples: ['6h'],
});
const pagesMax = Type.Integer({
  minimum: 1,
  maximum: PAGES_MAX,
  default: PAGES_DEFAULT,
  description:
    'Pages that a run reads at most, and pays for. It stops earlier, after a whole page without a new item. The first run of `mark` reads all of them.',
});

export const NewWatchBody = Type.Object(
  {
    path: pathInput('The path of a list of group u1, without parameters.'),
    query: queryInput(Type.String({ maxLength: 64 }), {
      description:
        'The parameters of the question, as the path takes them; `pcursor` and `fields` are not allowed.',
    }),
    every,
    pages_max: Type.Optional(pagesMax),
    baseline: Type.Optional(
      Type.Enum([...WATCH_BASELINES], {
        default: 'mark',
        description:
          '`mark`: what the list shows at the first run counts as seen and is not delivered; each page costs a check. `deliver`: it is delivered and charged.',
      }),
    ),
    budget: Type.Optional(
      Type.Object(
        {
          month: Type.Optional(AmountInput),
          total: Type.Optional(AmountInput),
        },
        {
          additionalProperties: false,
          description:
            'What the watch may spend in a UTC month, and in all. Without it, `most_cost` is the limit.',
        },
      ),
    ),
    name: Type.Optional(Words),
  },
  { additionalProperties: false },
);

export const WatchChangeBody = Type.Object(
  {
    name: Type.Optional(nullable(Words)),
    every: Type.Optional(every),
    pages_max: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGES_MAX })),
    budget: Type.Optional(
      Type.Object(
        {
          month: Type.Optional(nullable(AmountInput)),
          total: Type.Optional(nullable(AmountInput)),
        },
        { additionalProperties: false, description: 'null removes a budget; what is left out stays.' },
      ),
    ),
    state: Type.Optional(
      Type.Enum([...WATCH_STATES], {
        description:
          '`paused` stops it, `active` resumes it, `ended` ends it for good. A watch that is paused for its key goes on with the key that resumes it.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);

export const FeedAnswer = Type.Object({
  watch: WatchView,
  feed: Type.Object({
    atom: Type.String({
      description: 'Atom. Whoever knows the address can read the items. Shown this once.',
      examples: ['https://api.example.com/feeds/v1/3kTn0sYvXe4fQ2kZ0bTn8sYvXe4fQ2.atom'],
    }),
    json: Type.String({
      description: 'JSON Feed 1.1. Shown this once.',
      examples: ['https://api.example.com/feeds/v1/3kTn0sYvXe4fQ2kZ0bTn8sYvXe4fQ2.json'],
    }),
  }),
});

export function adminWatchView(watch: Watch, shown: WatchShown): Static<typeof AdminWatchView> {
  const lateMs = watch.state === 'active' ? shown.nowMs - watch.dueAtMs : 0;
  const late = lateMs > LATE_AFTER_MS ? Math.floor(lateMs / 1_000) : null;
  return {
    ...watchView(watch, shown),
    account_id: watch.accountId,
    late_seconds: late,
    late_by_s: late ?? 0,
    failures: watch.failures,
  };
}

export const noWatch = failure('NOT_FOUND', 'There is no such watch.');

export function updateRefusal(result: Exclude<SetFeedResult, { kind: 'changed' }>): Failure {
  if (result.kind === 'not_found') return noWatch;
  if (result.kind === 'ended') return failure('CONFLICT', 'The watch has ended. Make a new one.');
  if (result.kind === 'moved') return paysMeanwhile;
  if (result.kind === 'revoked') return failure('UNAUTHORIZED', 'Your key was revoked.');
  if (result.kind === 'held')
    return failure('CONFLICT', 'The operator of this gateway has paused this watch.');
  const spent = formatMoney(result.micros);
  return invalid(
    `budget.${result.of}`,
    `is below ${spent}, which the watch has spent or its current run may spend`,
  );
}
