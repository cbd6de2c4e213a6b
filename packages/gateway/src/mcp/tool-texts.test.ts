// What free tools and tools for collections and watches say: every amount, number and time under its own name. Each value of these answers
// occurs once, so that none can stand in the place of another.
import { expect, test } from 'vitest';
import { givenProperties } from '../domain/field-table.ts';
import { COLLECTION_FIELDS } from '../domain/gathering/collection.ts';
import { callTool } from './call-tool.ts';
import type { ToolAnswer, ToolPort } from './tool-port.ts';
import { problemResult, type ToolResult } from './tool-result.ts';

const PATH = '/api/u1/v1/library/app/search_video_v2';
const answer = (body: object, status = 200) => ({ status, body }) as ToolAnswer;

/** What its owner said about it, by field. */
const SAID = Object.fromEntries(
  Object.keys(givenProperties(COLLECTION_FIELDS)).map((name) => [name, `its ${name}`]),
);
const COLLECTION = {
  id: 'col_1',
  ...SAID,
  state: 'running',
  waiting_for: 'money',
  next_try_at: '2026-01-02T00:00:00Z',
  end: null,
  items: 3,
  items_max: 40,
  charged: '0.01',
  budget: '0.02',
  most_cost: '0.03',
  currency: 'EUR',
  path: PATH,
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-03T00:00:00Z',
};

const WATCH = {
  id: 'wat_1',
  name: 'dogs',
  state: 'paused',
  paused_for: 'budget',
  path: PATH,
  every: '1d',
  next_run_at: '2026-01-02T00:00:00Z',
  last_run: { at: '2026-01-01T00:00:00Z', failure: 'TIMEOUT' },
  items: 7,
  has_gap: true,
  spent: { month: '0.11', total: '0.12' },
  budget: { month: '0.13', total: '0.14' },
  run_most_cost: '0.05',
  most_cost: '0.15',
  currency: 'EUR',
};

const CALL = {
  state: 'settled',
  charged: '0.21',
  refunded: '0.22',
  currency: 'EUR',
  path: PATH,
  opened_at: '2026-01-01T00:00:00Z',
  answer_kept: true,
};

const QUOTE = {
  most: '0.31',
  most_per_call: '0.32',
  currency: 'EUR',
  balance: '0.33',
  balance_after: '0.34',
  calls_affordable: 35,
  caps: [],
};

const CAP = { scope: 'project', window: 'month', left: '0.41', limit: '0.42', resets_at: '2026-02-01' };
const ACCOUNT = {
  available: '0.43',
  held: '0.44',
  currency: 'EUR',
  spent_today: '0.45',
  confirm_above: '0.46',
  caps: [CAP, { ...CAP, scope: 'key', window: 'total', resets_at: null }],
};

/** What each verb answers, by its name; `asked` has what it was given. */
function portOf(replies: Record<string, ToolAnswer>) {
  const asked: unknown[][] = [];
  const port: Partial<ToolPort> = {
    payer: () => ({ keyId: 'key_1', confirmAbove: null }),
    free: async ({ name }, input) => {
      asked.push([name, input]);
      return replies[name]!;
    },
  };
  return { asked, port: port as ToolPort };
}

async function say(name: string, given: object, replies: Record<string, ToolAnswer>) {
  const { asked, port } = portOf(replies);
  const call = {
    given: { ...given },
    signal: new AbortController().signal,
    user: { canBeAsked: false, reply: null },
  };
  const result = (await callTool(port, name, call, (bug) => expect(bug).toBeUndefined())) as ToolResult;
  return { text: result.content[0]!.text, facts: result.structuredContent, asked };
}

const COLLECTION_LINE =
  'collection col_1 · its name · running · waits for money, next try 2026-01-02T00:00:00Z · 3 of at most 40 items · charged 0.01 of at most 0.03 EUR · made 2026-01-01T00:00:00Z · kept until 2026-01-03T00:00:00Z';
const { path: _, ...COLLECTION_FACTS } = COLLECTION;
const WATCH_LINE =
  'watch wat_1 · dogs · paused for budget · every 1d · next run 2026-01-02T00:00:00Z · last run failed: TIMEOUT · 7 items so far · the last run may have missed items · spent 0.11 EUR this month, at most 0.05 in a run and 0.15 in a month';
const { path: __, last_run: ___, ...WATCH_FACTS } = WATCH;

const QUESTION = { tool: 'find_videos', arguments: { platform: 'library', keyword: 'cat' } };

interface Case {
  tool: string;
  given: object;
  replies: Record<string, ToolAnswer>;
  text: string;
  facts: object;
}

const CASES: Case[] = [
  {
    tool: 'quote',
    given: { tool: 'find_videos', platform: 'library', calls: 9, count: 12 },
    replies: { getQuote: answer(QUOTE) },
    text: '9 x find_videos on library: at most 0.31 EUR · leaves 0.34 · calls affordable 35',
    facts: QUOTE,
  },
  {
    tool: 'quote',
    given: { tool: 'find_videos', platform: 'library' },
    replies: { getQuote: answer({ ...QUOTE, balance_after: null, calls_affordable: null }) },
    text: '1 x find_videos on library: at most 0.31 EUR · more than the balance of 0.33 · calls affordable any number',
    facts: { ...QUOTE, balance_after: null, calls_affordable: null },
  },
  {
    tool: 'account',
    given: {},
    replies: { getOwnKey: answer(ACCOUNT) },
    text:
      'available 0.43 EUR · held by running calls 0.44 · spent today 0.45\n' +
      'project cap, month: 0.41 left of 0.42, new at 2026-02-01\nkey cap, total: 0.41 left of 0.42\n' +
      'calls above 0.46 need confirmation',
    facts: ACCOUNT,
  },
  {
    tool: 'receipt',
    given: { request_id: 'r-1' },
    replies: { getRequest: answer({ call: CALL }) },
    text: `state settled · charged 0.21 EUR · refunded 0.22 · ${PATH} at 2026-01-01T00:00:00Z · its answer is kept: repeat the question with this id, free`,
    facts: { known: true, ...CALL },
  },
  {
    tool: 'receipt',
    given: { request_id: 'r-1' },
    replies: { getRequest: answer({}, 404) },
    text: 'No call has the id r-1: it was not charged. Repeat the question with this id.',
    facts: { known: false, charged: '0.000000' },
  },
  {
    tool: 'collect',
    given: { ...QUESTION, budget: '0.02' },
    replies: { createCollection: answer({ collection: COLLECTION, created: true }, 201) },
    text: `Started.\n${COLLECTION_LINE}\nRead its items with read_collection and id "col_1", free.`,
    facts: { ...COLLECTION_FACTS, created: true },
  },
  {
    tool: 'read_collection',
    given: {},
    replies: { listCollections: answer({ collections: [COLLECTION] }) },
    text: COLLECTION_LINE,
    facts: { collections: [COLLECTION_FACTS], items: [], next_after: 0 },
  },
  {
    tool: 'cancel_collection',
    given: { id: 'col_1' },
    replies: { cancelCollection: answer({ collection: COLLECTION }) },
    text: COLLECTION_LINE,
    facts: COLLECTION_FACTS,
  },
  {
    tool: 'watch',
    given: { ...QUESTION, every: '1d', budget_month: '0.13' },
    replies: { createWatch: answer({ watch: WATCH, created: false }) },
    text: `This was started before, and nothing new was started. A new request_id starts it again.\n${WATCH_LINE}\nAsk what_is_new with id "wat_1", free.`,
    facts: { ...WATCH_FACTS, created: false },
  },
  {
    tool: 'what_is_new',
    given: {},
    replies: { listWatches: answer({ watches: [WATCH] }) },
    text: WATCH_LINE,
    facts: { watches: [WATCH_FACTS], items: [], next_after: 0 },
  },
  {
    tool: 'change_watch',
    given: { id: 'wat_1', state: 'paused' },
    replies: { updateWatch: answer({ watch: WATCH }) },
    text: WATCH_LINE,
    facts: WATCH_FACTS,
  },
];

test.each(CASES)(
  '$tool with $given shows each value under its name',
  async ({ tool, given, replies, text, facts }) => {
    const said = await say(tool, given, replies);
    expect(said.text).toBe(text);
    expect(said.facts).toEqual(facts);
  },
);

test('only where no call has the id, `receipt` says that it was not charged: every other refusal leaves it open', async () => {
  const statuses = Array.from({ length: 200 }, (_, i) => 400 + i).filter((status) => status !== 404);
  const body = { code: 'SERVICE_UNAVAILABLE', detail: 'Not now.', next: 'retry' };
  for (const status of statuses) {
    const { text, facts } = await say('receipt', { request_id: 'r-1' }, { getRequest: answer(body, status) });
    expect([status, text, facts]).toEqual([
      status,
      'SERVICE_UNAVAILABLE: Not now. · it is not known whether this was charged: ask `receipt` · repeat the same call; it is charged once at most',
      undefined,
    ]);
  }
});

test('what a tool asks the gateway for is what it was given', async () => {
  const asked = async (name: string, given: object, replies: Record<string, ToolAnswer>) =>
    (await say(name, given, replies)).asked;
  const quoted = { tool: 'find_videos', platform: 'library', calls: 9, count: 12 };
  expect(await asked('quote', quoted, { getQuote: answer(QUOTE) })).toEqual([
    ['getQuote', { query: { path: PATH, pages: '9', count: '12' } }],
  ]);
  const read = { id: 'col_1', after: 4, limit: 5 };
  expect(
    await asked('read_collection', read, {
      getCollection: answer({ collection: COLLECTION }),
      listCollectionItems: answer({ items: [] }),
    }),
  ).toEqual([
    ['getCollection', { params: { collection: 'col_1' } }],
    ['listCollectionItems', { params: { collection: 'col_1' }, query: { after: '4', limit: '5' } }],
  ]);
  const made = { collection: COLLECTION, created: true };
  const settings = { budget: '0.02', items_max: 40, name: 'cats', request_id: 'r-2' };
  expect(await asked('collect', { ...QUESTION, ...settings }, { createCollection: answer(made) })).toEqual([
    [
      'createCollection',
      {
        body: { path: PATH, query: { keyword: 'cat' }, budget: '0.02', items_max: 40, name: 'cats' },
        requestId: 'r-2',
      },
    ],
  ]);
  const watching = { every: '1d', budget_month: '0.13', pages_max: 2, baseline: 'deliver', name: 'dogs' };
  const watched = { createWatch: answer({ watch: WATCH, created: true }) };
  expect(await asked('watch', { ...QUESTION, ...watching, request_id: 'r-3' }, watched)).toEqual([
    [
      'createWatch',
      {
        body: {
          ...{ path: PATH, query: { keyword: 'cat' }, every: '1d', budget: { month: '0.13' } },
          ...{ pages_max: 2, baseline: 'deliver', name: 'dogs' },
        },
        requestId: 'r-3',
      },
    ],
  ]);
});

test('of platforms, a model reads the state, the prices, and which are made up; all of them work as long as one does', async () => {
  const endpoint = (platform: string, unit_price: string, more: object = {}) => ({
    ...{ group: 'u1', platform, operation: 'video.search', variant: 'stable', unit: 'call', unit_price },
    ...more,
  });
  const endpoints = [
    endpoint('a', '0.01'),
    endpoint('b', '0.02'),
    endpoint('all', '0.03', { unit: 'leg' }),
    // Not what tools call.
    ...[{ variant: 'economy' }, { group: 'u2' }, { purpose: 'collect' }].map((more) =>
      endpoint('a', '9', more),
    ),
  ];
  const text = async (...health: string[]) => {
    const platforms = [
      { platform: 'a', health: health[0], made_up: true },
      { platform: 'b', health: health[1] },
    ];
    const replies = { listPrices: answer({ endpoints }), listPlatforms: answer({ platforms }) };
    return (await say('platforms', {}, replies)).text;
  };
  expect(await text('weak', 'down')).toBe(
    'a (weak): video.search 0.01 per call (its records are made up)\nb (down): video.search 0.02 per call\nall (ok): video.search 0.03 per call',
  );
  expect(await text('down', 'down')).toContain('all (down)');
});

test('an error says in whole seconds, rounded up, when to come back, and whether something was charged', () => {
  const said = (body: object) => problemResult(answer(body, 429), 'r-1').content[0]!.text;
  const limited = { code: 'RATE_LIMITED', detail: 'Too many.', next: 'wait' };
  expect(said({ ...limited, retry_after_ms: 2_001, charged: '0.000000' })).toBe(
    'RATE_LIMITED: Too many. · nothing was charged · wait, then repeat the same call · in 3 s · id r-1',
  );
  expect(said(limited)).toBe(
    'RATE_LIMITED: Too many. · it is not known whether this was charged: ask `receipt` · wait, then repeat the same call · id r-1',
  );
});
