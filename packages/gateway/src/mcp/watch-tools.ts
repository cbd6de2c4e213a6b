// Tools for watches: start one with a budget a month, ask what is new for nothing, and pause, resume or end it.
import { questionArguments, questionOf } from './gathering-question.ts';
import { idArgument, numberedRows, readArguments, wantedItems } from './numbered-rows.ts';
import { shown } from './platform-text.ts';
import type { ShownRecord } from './shown-records.ts';
import { createdFact, startGathering } from './start-gathering.ts';
import type { Tool, ToolCall, UserQuestion } from './tool.ts';
import type { ToolAnswer, ToolPort } from './tool-port.ts';
import { fitting, problemResult, successResult, type ToolResult } from './tool-result.ts';

const NAME_CHARS_MAX = 60;
const text = { type: 'string' };
const orNull = { type: ['string', 'null'] };

interface WatchBody {
  id: string;
  name: string | null;
  state: string;
  paused_for: string | null;
  path: string;
  every: string;
  next_run_at: string | null;
  last_run: { at: string; failure: string | null } | null;
  items: number;
  has_gap: boolean;
  spent: { month: string; total: string };
  budget: { month: string | null; total: string | null };
  run_most_cost: string | null;
  most_cost: string | null;
  currency: string;
}

const watchIn = ({ body }: ToolAnswer) => body.watch as WatchBody;

/** One line, and the same as fields. */
function watchRow(one: WatchBody): ShownRecord {
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
    create: (requestId) => port.createWatch(body, requestId),
    shown: (answer) => {
      const row = watchRow(watchIn(answer));
      return { row, hint: `Ask what_is_new with id "${row.facts.id}", free.` };
    },
  });
}

async function whatIsNew(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  if (given.id === undefined) return listResult(await port.watches());
  const wanted = wantedItems(given);
  const answer = await port.watch(wanted.id);
  if (answer.status !== 200) return problemResult(answer, null);
  const found = await port.watchItems(wanted);
  if (found.status !== 200) return problemResult(found, null);
  const one = watchIn(answer);
  const row = watchRow(one);
  const { rows, nextAfter } = numberedRows(found, one.path, wanted.after);
  const lines = [
    row.line,
    ...(rows.length === 0 ? [`Nothing new after ${wanted.after}.`] : rows.map(({ line }) => line)),
    `free · next_after ${nextAfter}`,
  ];
  const items = rows.map(({ facts }) => facts);
  return successResult(lines.join('\n'), { watches: [row.facts], items, next_after: nextAfter });
}

function listResult(answer: ToolAnswer): ToolResult {
  if (answer.status !== 200) return problemResult(answer, null);
  const rows = (answer.body.watches as WatchBody[]).map(watchRow);
  const fit = fitting(rows, '');
  const lines = fit.length === 0 ? ['There are no watches.'] : fit.map(({ line }) => line);
  return successResult(lines.join('\n'), {
    watches: fit.map(({ facts }) => facts),
    items: [],
    next_after: 0,
  });
}

async function changeWatch(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  const answer = await port.updateWatch(String(given.id), { state: given.state });
  if (answer.status !== 200) return problemResult(answer, null);
  const { line, facts } = watchRow(watchIn(answer));
  return successResult(line, facts);
}

const ONE = {
  id: text,
  state: text,
  paused_for: orNull,
  next_run_at: orNull,
  items: { type: 'integer' },
  has_gap: { type: 'boolean', description: 'The last run may have missed items.' },
  run_most_cost: { ...orNull, description: 'The most that one check can cost.' },
  most_cost: { ...orNull, description: 'The most that a month can cost.' },
  currency: text,
};
const REQUIRED = ['id', 'state', 'items', 'has_gap', 'currency'];

export const watchTools: readonly Tool[] = [
  {
    name: 'watch',
    title: 'Watch a list',
    description:
      'Asks a list again and again in the background and keeps each new item once, with a number. Each page that a check reads and each new item is paid from the balance, never more than the budget of a month.',
    arguments: {
      type: 'object',
      properties: {
        ...questionArguments,
        every: { ...text, description: 'From "15m" to "7d", such as "6h"; or "auto".' },
        budget_month: { ...text, description: 'The most that it may cost in a month, such as "1.00".' },
        pages_max: {
          type: 'integer',
          minimum: 1,
          maximum: 20,
          description: 'Pages that a check reads at most.',
        },
        baseline: {
          type: 'string',
          enum: ['mark', 'deliver'],
          description:
            'mark (default): what the list shows at first is not delivered. deliver: it is, and is paid.',
        },
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
    title: 'What is new?',
    description:
      'New items of a watch by their numbers, its next check and what it has cost. Without an id: lists the watches.',
    arguments: {
      type: 'object',
      properties: { id: { ...idArgument, description: 'Of the watch.' }, ...readArguments },
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
    title: 'Pause or end a watch',
    description: 'Pauses, resumes or ends a watch. A watch that has ended cannot be resumed.',
    arguments: {
      type: 'object',
      properties: {
        id: { ...idArgument, description: 'Of the watch.' },
        state: { type: 'string', enum: ['paused', 'active', 'ended'] },
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
