// Tools for watches: start one with a budget a month, ask what is new for nothing, and pause, resume or end it.
import type { Static } from 'typebox';
import {
  ownWatchCreate,
  ownWatchItems,
  ownWatchList,
  ownWatchRead,
  ownWatchUpdate,
} from '../features/watches/watch.account.ts';
import {
  NewWatchBody,
  WatchChangeBody,
  WatchView,
  watchItemsQuery,
  watchParams,
} from '../features/watches/watch-views.ts';
import { questionArguments, questionOf } from './gathering-question.ts';
import { numberedRows, readArguments, wantedItems } from './numbered-rows.ts';
import { shown } from './platform-text.ts';
import type { ShownRecord } from './shown-records.ts';
import { createdFact, startGathering } from './start-gathering.ts';
import type { Tool, ToolCall, UserQuestion } from './tool.ts';
import type { ToolAnswer, ToolPort } from './tool-port.ts';
import { fitting, problemResult, successResult, type ToolResult } from './tool-result.ts';
import { argument, facts } from './verb-fields.ts';

const NAME_CHARS_MAX = 60;

type ShownWatch = Static<typeof WatchView>;

const watchIn = ({ body }: ToolAnswer) => body.watch as ShownWatch;

/** One line, and the same as fields. */
function watchRow(one: ShownWatch): ShownRecord {
  const { id, state, paused_for, every, next_run_at, items, has_gap, spent, budget, currency } = one;
  const { run_most_cost, most_cost } = one;
  const name = shown(one.name, NAME_CHARS_MAX);
  const parts = [
    `watch ${id}`,
    name,
    paused_for === null ? state : `${state} for ${paused_for}`,
    `every ${every}`,
    next_run_at === null ? '' : `next run ${next_run_at}`,
    one.last_run?.failure ? `last run failed: ${one.last_run.failure}` : '',
    `${items} items so far`,
    has_gap ? 'the last run may have missed items' : '',
    `spent ${spent.month} ${currency} this month, at most ${run_most_cost ?? 'unknown'} in a run and ${most_cost ?? budget.month ?? 'unknown'} in a month`,
  ];
  const facts = { id, name, state, paused_for, every, next_run_at, items, has_gap, spent, budget };
  return { line: parts.filter(Boolean).join(' · '), facts: { ...facts, run_most_cost, most_cost, currency } };
}

function watch(port: ToolPort, call: ToolCall): Promise<ToolResult | UserQuestion> {
  const { given } = call;
  const { path, query } = questionOf(given);
  const { budget_month, every, pages_max, baseline, name } = given as Record<string, string | undefined>;
  const body = {
    ...{ path, query, every, budget: { month: budget_month } },
    ...(pages_max && { pages_max }),
    ...(baseline && { baseline }),
    ...(name && { name }),
  };
  return startGathering(port, call, {
    tool: 'watch',
    budget: budget_month!,
    per: ' in each month',
    verb: ownWatchCreate,
    body,
    shown: (answer) => {
      const row = watchRow(watchIn(answer));
      return { row, hint: `Ask what_is_new with id "${row.facts.id}", free.` };
    },
  });
}

async function whatIsNew(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  if (given.id === undefined) return listResult(await port.free(ownWatchList));
  const params = { watch: String(given.id) };
  const { after, query } = wantedItems(given);
  const answer = await port.free(ownWatchRead, { params });
  if (answer.status !== 200) return problemResult(answer, null);
  const found = await port.free(ownWatchItems, { params, query });
  if (found.status !== 200) return problemResult(found, null);
  const one = watchIn(answer);
  const row = watchRow(one);
  const { rows, nextAfter } = numberedRows(found, one.path, after);
  const lines = [
    row.line,
    ...(rows.length === 0 ? [`Nothing new after ${after}.`] : rows.map(({ line }) => line)),
    `free · next_after ${nextAfter}`,
  ];
  const items = rows.map(({ facts }) => facts);
  return successResult(lines.join('\n'), { watches: [row.facts], items, next_after: nextAfter });
}

function listResult(answer: ToolAnswer): ToolResult {
  if (answer.status !== 200) return problemResult(answer, null);
  const rows = (answer.body.watches as ShownWatch[]).map(watchRow);
  const fit = fitting(rows, '');
  const lines = fit.length === 0 ? ['There are no watches.'] : fit.map(({ line }) => line);
  return successResult(lines.join('\n'), {
    watches: fit.map(({ facts }) => facts),
    items: [],
    next_after: 0,
  });
}

async function changeWatch(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  const answer = await port.free(ownWatchUpdate, {
    params: { watch: String(given.id) },
    body: { state: given.state },
  });
  if (answer.status !== 200) return problemResult(answer, null);
  const { line, facts } = watchRow(watchIn(answer));
  return successResult(line, facts);
}

const ONE = facts(
  WatchView,
  [
    ...(['id', 'state', 'paused_for', 'next_run_at', 'items', 'has_gap'] as const),
    ...(['run_most_cost', 'most_cost', 'currency'] as const),
  ],
  {
    has_gap: 'The last run may have missed items.',
    run_most_cost: 'The most that one check can cost.',
    most_cost: 'The most that a month can cost.',
  },
);
const id = argument(watchParams, 'watch', { description: 'Of the watch.' });
const REQUIRED = ['id', 'state', 'items', 'has_gap', 'currency'];

export const watchTools: readonly Tool[] = [
  {
    name: 'watch',
    group: 'watches',
    title: 'Watch a list',
    description:
      'Asks a list again and again in the background and keeps each new item once, with a number. Each page that a check reads and each new item is paid from the balance, never more than the budget of a month.',
    arguments: {
      type: 'object',
      properties: {
        ...questionArguments,
        name: argument(NewWatchBody, 'name', { description: 'A name to recognise it by.' }),
        every: argument(NewWatchBody, 'every', {
          description: 'From "15m" to "7d", such as "6h"; or "auto".',
        }),
        budget_month: argument(NewWatchBody.properties.budget, 'month', {
          description: 'The most that it may cost in a month, such as "1.00".',
        }),
        pages_max: argument(NewWatchBody, 'pages_max', {
          description: 'Pages that a check reads at most.',
        }),
        baseline: argument(NewWatchBody, 'baseline', {
          description:
            'mark (default): what the list shows at first is not delivered. deliver: it is, and is paid.',
        }),
      },
      required: ['tool', 'arguments', 'every', 'budget_month'],
      additionalProperties: false,
    },
    facts: {
      type: 'object',
      properties: { ...ONE, created: createdFact },
      required: [...REQUIRED, 'created'],
    },
    isPaid: true,
    operation: null,
    run: watch,
  },
  {
    name: 'what_is_new',
    group: 'watches',
    title: 'What is new?',
    description:
      'New items of a watch by their numbers, its next check and what it has cost. Without an id: lists the watches.',
    arguments: {
      type: 'object',
      properties: { id, ...readArguments(watchItemsQuery) },
      additionalProperties: false,
    },
    facts: {
      type: 'object',
      properties: {
        watches: { type: 'array', items: { type: 'object', properties: ONE } },
        items: { type: 'array', items: { type: 'object' } },
        next_after: { type: 'integer', description: '`after` for the items that follow.' },
      },
      required: ['watches', 'items', 'next_after'],
    },
    isPaid: false,
    operation: null,
    run: whatIsNew,
  },
  {
    name: 'change_watch',
    group: 'watches',
    title: 'Pause or end a watch',
    description: 'Pauses, resumes or ends a watch. A watch that has ended cannot be resumed.',
    arguments: {
      type: 'object',
      properties: {
        id,
        state: argument(WatchChangeBody, 'state', { description: 'One that ended cannot be resumed.' }),
      },
      required: ['id', 'state'],
      additionalProperties: false,
    },
    facts: { type: 'object', properties: ONE, required: REQUIRED },
    isPaid: false,
    changes: true,
    operation: null,
    run: changeWatch,
  },
];
