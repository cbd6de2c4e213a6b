// Tools for collections: start one within a budget, read it for nothing, and end it.
import { givenProperties } from '../domain/field-table.ts';
import { COLLECTION_FIELDS } from '../domain/gathering/collection.ts';
import {
  collectionCancel,
  collectionCreate,
  collectionItems,
  collectionList,
  collectionRead,
} from '../features/collections/collection.account.ts';
import {
  CollectionBody,
  CollectionView,
  collectedQuery,
  collectionParams,
  type ShownCollection,
} from '../features/collections/collection-views.ts';
import { questionArguments, questionOf } from './gathering-question.ts';
import { numberedRows, readArguments, wantedItems } from './numbered-rows.ts';
import { shown } from './platform-text.ts';
import type { ShownRecord } from './shown-records.ts';
import { createdFact, startGathering } from './start-gathering.ts';
import type { Tool, ToolCall, UserQuestion } from './tool.ts';
import type { ToolAnswer, ToolPort } from './tool-port.ts';
import { fitting, problemResult, successResult, type ToolResult } from './tool-result.ts';
import { argument, facts } from './verb-fields.ts';

const GIVEN_CHARS_MAX = 60;
/** What the caller says about a collection. */
const GIVEN = Object.keys(givenProperties(COLLECTION_FIELDS)) as (keyof typeof CollectionBody.properties &
  keyof ShownCollection)[];

const collectionIn = ({ body }: ToolAnswer) => body.collection as ShownCollection;

/** One line, and the same as fields. */
function collectionRow(one: ShownCollection): ShownRecord {
  const { id, state, items, items_max, charged, budget, most_cost, currency, end } = one;
  const { waiting_for, next_try_at, created_at, expires_at, questions_unasked: unasked } = one;
  const said = Object.fromEntries(GIVEN.map((field) => [field, shown(one[field], GIVEN_CHARS_MAX)]));
  const parts = [
    `collection ${id}`,
    said.name,
    end === null ? state : `${state}: ${end}`,
    end === null || one.questions === 1 || unasked === 0
      ? ''
      : `${unasked} of ${one.questions} questions not asked`,
    waiting_for === null ? '' : `waits for ${waiting_for}, next try ${next_try_at ?? 'unknown'}`,
    `${items} of at most ${items_max} items`,
    `charged ${charged} of at most ${most_cost} ${currency}`,
    `made ${created_at}`,
    expires_at === null ? '' : `kept until ${expires_at}`,
  ];
  const facts = {
    id,
    ...said,
    state,
    end,
    waiting_for,
    next_try_at,
    items,
    items_max,
    questions_unasked: unasked,
  };
  return {
    line: parts.filter(Boolean).join(' · '),
    facts: { ...facts, charged, budget, most_cost, currency, created_at, expires_at },
  };
}

function collect(port: ToolPort, call: ToolCall): Promise<ToolResult | UserQuestion> {
  const { given } = call;
  const { path, query } = questionOf(given);
  const { budget, items_max } = given as { budget: string; items_max?: number };
  const said = Object.fromEntries(
    GIVEN.filter((field) => given[field]).map((field) => [field, given[field]]),
  );
  const body = { path, query, budget, ...(items_max && { items_max }), ...said };
  return startGathering(port, call, {
    tool: 'collect',
    budget,
    per: '',
    verb: collectionCreate,
    body,
    shown: (answer) => {
      const row = collectionRow(collectionIn(answer));
      return { row, hint: `Read its items with read_collection and id "${row.facts.id}", free.` };
    },
  });
}

async function readCollection(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  if (given.id === undefined) return listResult(await port.free(collectionList));
  const params = { collection: String(given.id) };
  const { after, query } = wantedItems(given);
  // The state is read first: items that come in between are in the list, and a later read shows the end.
  const answer = await port.free(collectionRead, { params });
  if (answer.status !== 200) return problemResult(answer, null);
  const found = await port.free(collectionItems, { params, query });
  if (found.status !== 200) return problemResult(found, null);
  const one = collectionIn(answer);
  const row = collectionRow(one);
  const { rows, nextAfter } = numberedRows(found, one.path, after);
  const lines = [row.line, ...rows.map(({ line }) => line), `free · next_after ${nextAfter}`];
  const items = rows.map(({ facts }) => facts);
  return successResult(lines.join('\n'), { collections: [row.facts], items, next_after: nextAfter });
}

function listResult(answer: ToolAnswer): ToolResult {
  if (answer.status !== 200) return problemResult(answer, null);
  const rows = (answer.body.collections as ShownCollection[]).map(collectionRow);
  const fit = fitting(rows, '');
  const lines = fit.length === 0 ? ['There are no collections.'] : fit.map(({ line }) => line);
  return successResult(lines.join('\n'), {
    collections: fit.map(({ facts }) => facts),
    items: [],
    next_after: 0,
  });
}

async function cancelCollection(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  const answer = await port.free(collectionCancel, { params: { collection: String(given.id) } });
  if (answer.status !== 200) return problemResult(answer, null);
  const { line, facts } = collectionRow(collectionIn(answer));
  return successResult(line, facts);
}

const ONE = facts(
  CollectionView,
  ['id', 'state', 'items', 'charged', 'most_cost', 'currency', 'end', 'questions_unasked', 'waiting_for'],
  { most_cost: 'The most that it can cost.', questions_unasked: 'Questions that were not asked.' },
);
const id = argument(collectionParams, 'collection', { description: 'Of the collection.' });
const REQUIRED = ['id', 'state', 'items', 'charged', 'most_cost', 'currency'];

export const collectionTools: readonly Tool[] = [
  {
    name: 'collect',
    group: 'collections',
    title: 'Collect everything',
    description:
      'Gathers all items of a list in the background, page by page, until the list, items_max or the budget ends. Paid from the balance, never more than the budget.',
    arguments: {
      type: 'object',
      properties: {
        ...questionArguments,
        ...Object.fromEntries(GIVEN.map((field) => [field, argument(CollectionBody, field)])),
        budget: argument(CollectionBody, 'budget', {
          description: 'The most that it may cost in all, such as "2.00".',
        }),
        items_max: argument(CollectionBody, 'items_max', { description: 'Ends with this many items.' }),
      },
      required: ['tool', 'arguments', 'budget'],
      additionalProperties: false,
    },
    facts: {
      type: 'object',
      properties: { ...ONE, created: createdFact },
      required: [...REQUIRED, 'created'],
    },
    isPaid: true,
    operation: null,
    run: collect,
  },
  {
    name: 'read_collection',
    group: 'collections',
    title: 'Read a collection',
    description:
      'How far a collection is, what it has cost, and its items by their numbers, also while it runs. Without an id: lists the collections.',
    arguments: {
      type: 'object',
      properties: { id, ...readArguments(collectedQuery) },
      additionalProperties: false,
    },
    facts: {
      type: 'object',
      properties: {
        collections: { type: 'array', items: { type: 'object', properties: ONE } },
        items: { type: 'array', items: { type: 'object' } },
        next_after: { type: 'integer', description: '`after` for the items that follow.' },
      },
      required: ['collections', 'items', 'next_after'],
    },
    isPaid: false,
    operation: null,
    run: readCollection,
  },
  {
    name: 'cancel_collection',
    group: 'collections',
    title: 'End a collection',
    description: 'Ends a collection after the page that is being fetched. Its items stay readable.',
    arguments: {
      type: 'object',
      properties: { id },
      required: ['id'],
      additionalProperties: false,
    },
    facts: { type: 'object', properties: ONE, required: REQUIRED },
    isPaid: false,
    changes: true,
    operation: null,
    run: cancelCollection,
  },
];
