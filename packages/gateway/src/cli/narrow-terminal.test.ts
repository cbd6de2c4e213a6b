// Every command in a terminal of 80 columns, with long names and with scripts whose characters take two columns: no line is wider, titles
// keep at least half of the width, and nothing disappears without a word. The commands come from the program itself.
// What is printed, asked and answered in full is compared with a digest.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBackground } from '../domain/in-background.ts';
import { textWidth } from '../terminal/text-width.ts';
import { countedBytes } from '../testing/fixed-random.ts';
import { expectTold } from '../testing/told/told.ts';
import { answerText } from './buying/record-view.ts';
import { commands } from './commands.ts';
import { TestCli } from './testing/cli.ts';
import { CommandRecord } from './testing/command-record.ts';
import { runEveryCommand } from './testing/every-command.ts';

const COLUMNS = 80;
const CJK = '夜空の星と銀河を見上げる長い長い動画の題名 👨‍👩‍👧 한국어 제목 e\u0301tude';
const LONG = 'a-very-long-name-that-somebody-chose-for-this';
const URL_LONG = `https://video.example/watch/${'x'.repeat(60)}`;

/** A record that every kind of list can print. */
const record = (rank: number) => ({
  ...{
    platform: 'library',
    rank,
    id: `UgxKREWxIgDrw8w2e_Z4AaABAg.${rank}`,
    title: `${CJK} ${CJK}`,
    text: CJK,
  },
  ...{
    url: URL_LONG,
    duration_ms: 3_725_000,
    published_at: '2026-11-15T12:00:00.000Z',
    published_text: null,
  },
  ...{
    stats: { views: 1_234_567_890, videos: 12_345, likes: 1, comments: 2 },
    author: { id: 'a', name: CJK, handle: null },
  },
  ...{
    name: CJK,
    handle: '@cat',
    followers: 123_456_789,
    likes: 12_345_678,
    replies: 1_234,
    deleted: false,
    tags: [CJK],
  },
  ...{
    kind: 'user',
    verified: true,
    following: 1,
    country: null,
    joined_at: null,
    tracks: [],
    cues: [],
    views: 1,
  },
  ...{ video_id: 'v', language: 'ja', video_count: 3, updated_at: null },
});
const receipt = { charged: '0.100000', currency: 'USD', source: 'live', balance: '12345678.900000' };
const WATCH = {
  ...{
    id: 'wat_4fQ2kZ0bTn8sYvXe',
    name: CJK,
    platform: 'library',
    path: '/p',
    query: { keyword: CJK },
    every: '6h',
  },
  ...{
    state: 'paused',
    paused_for: 'operator',
    next_run_at: '2026-11-15T12:00:00.000Z',
    last_run: null,
    has_gap: true,
  },
  ...{
    items: 123_456,
    runs: 7,
    spent: { month: '1.000000', total: '123.456789' },
    budget: { month: '5', total: null },
  },
  ...{ feed: true, key: 'k', created_at: 't', ended_at: null, run_most_cost: '1', most_cost: '9' },
  ...{ currency: 'USD', pages_max: 3 },
};
const COLLECTION = {
  ...{
    id: 'col_7hK2mPq9XwTz4bNc',
    name: CJK,
    platform: 'library',
    state: 'waiting',
    waiting_for: 'balance',
    end: null,
  },
  ...{
    items: 99_999,
    items_max: 100_000,
    charged: '1234.567890',
    budget: '9999.000000',
    pages: 1,
    currency: 'USD',
  },
  ...{ failure: null, next_try_at: null, created_at: 't', ended_at: null, expires_at: null, most_cost: '1' },
};
const ANSWERS: [RegExp, object][] = [
  [/^\/livez/, { status: 'live' }],
  [/^\/readyz/, { status: 'ready' }],
  [
    /^\/admin\/v1\/providers/,
    { now: 'n', currency: 'USD', processes: 1, processes_answered: 1, providers: [] },
  ],
  [
    /watches\/v1\/[^/]+\/items/,
    {
      items: [1, 2].map((number) => ({
        number,
        found_at: '2026-11-15T12:00:00.000Z',
        record: record(number),
      })),
    },
  ],
  [
    /watches\/v1\/[^/]+\/runs/,
    {
      runs: [
        {
          number: 1,
          at: '2026-11-15T12:00:00.000Z',
          late_seconds: 12,
          pages: 3,
          items: 4,
          charged: '0.100000',
          gap: true,
          failure: 'UPSTREAM_UNAVAILABLE',
        },
      ],
    },
  ],
  [/watches\/v1\/[^/]+\/feed/, { feed: { atom: URL_LONG, json: URL_LONG } }],
  [/watches\/v1\/./, { watch: WATCH }],
  [/watches\/v1\?/, { watches: [WATCH, { ...WATCH, name: LONG }] }],
  [/watches\/v1$/, { watch: WATCH }],
  [/collections\/v1\?/, { collections: [COLLECTION, { ...COLLECTION, name: LONG }] }],
  [/collections\/v1\/[^/]+\/items/, { items: [] }],
  [/collections\/v1/, { collection: COLLECTION }],
  [
    /^\/api\/status/,
    {
      operations: [
        {
          ...{ platform: 'library', operation: 'video.search', state: 'unsteady', cause: 'platform' },
          ...{ hour: { success: 0.8, p95_ms: 1_234, refused: 0.2 }, day: null, month: null },
        },
      ],
    },
  ],
  [
    /quote/,
    {
      path: `/api/${LONG}`,
      unit: 'call',
      unit_price: '0.1',
      minimum: null,
      most: '0.1',
      most_per_call: '0.1',
      free_per_day: null,
      currency: 'USD',
      catalog_version: 1,
      balance: '9',
      balance_after: '8',
      calls_affordable: 9,
      caps: [],
      quote: 'q',
      valid_until: 't',
    },
  ],
];

let cli: TestCli;
let server: Server;
let transcript: CommandRecord;
beforeAll(async () => {
  cli = new TestCli();
  // The sequence of rows with equal times is that of their ids.
  cli.random = countedBytes();
  transcript = new CommandRecord(cli);
  server = createServer((request, response) => {
    const [, known] = ANSWERS.find(([pattern]) => pattern.test(request.url!)) ?? [];
    const isPage = /\/(?:list|search)_/.test(request.url!);
    const records = isPage
      ? { items: [record(1), record(10)], pcursor: 'no_more' }
      : { item: record(1), pcursor: 'no_more' };
    response.setHeader('content-type', 'application/json');
    const said = JSON.stringify(known ?? { request_id: 'r', ...records, receipt });
    // Answered once the whole request is on record.
    inBackground(transcript.saw(request).then(() => response.end(said)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  cli.write(
    'reelgate.yaml',
    `service: { public: "127.0.0.1:${port}", admin: "localhost:${port}" }\nsignup: { mode: invite }\n` +
      'prices: { endpoints: [{ path: "/api/*/v1/*/app/*", unit_price: "0.5" }] }\n',
  );
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await cli.close();
});

/** A word is never broken, so that it can be copied: a line that is one word, after its title, may be wider. */
const isOneWord = (line: string) => line.trim().split(/ {2,}/).at(-1)!.split(' ').length === 1;

/** A sentence: terminals wrap it themselves. */
const isProse = (line: string) => !line.trim().includes('  ');

/** These print scripts, records or what a file holds, unchanged. */
const UNCHANGED = ['completion', 'help', 'library show', 'resolve'];

async function drawn(): Promise<{ tooWide: string[]; ran: Set<string>; tables: Map<string, string> }> {
  const tooWide: string[] = [];
  const ran = new Set<string>();
  const tables = new Map<string, string>();
  const name = LONG.slice(0, 40);
  const made = await cli.run('account', 'create', name, '--top-up', '9999999.999999', '--reference', LONG);
  expect(made.err).toBe('');
  await cli.run('key', 'create', name, '--name', LONG.slice(0, 40));
  await cli.run('project', 'create', name, LONG.slice(0, 40));
  await runEveryCommand(cli, async (words, ...more) => {
    const argv = [...words.split(' '), ...more];
    // Each has a time of its own, so that a list has one order.
    cli.nowMs += 1_000;
    cli.world.columns = null;
    const { out: json } = await cli.run(...argv, '--json');
    cli.world.columns = COLUMNS;
    transcript.forget();
    const printed = await cli.run(...argv);
    transcript.add(argv, printed);
    const { out, code } = printed;
    ran.add(words);
    if (code === 0) tables.set(words, out);
    const wide = out
      .split('\n')
      .filter((line) => textWidth(line) > COLUMNS && !isOneWord(line) && !isProse(line));
    if (!UNCHANGED.includes(words)) tooWide.push(...wide.map((line) => `${words}: ${line}`));
    return json === '' ? {} : JSON.parse(json);
  });
  return { tooWide, ran, tables };
}

test('no command writes a line wider than the terminal', async () => {
  const { tooWide, ran, tables } = await drawn();
  const known = commands.map(({ name }) => name).filter((name) => !['serve', 'mcp'].includes(name));
  expect(known.filter((name) => !ran.has(name))).toEqual([]);
  expect(tooWide).toEqual([]);
  expectTold({ by: import.meta.filename, name: 'text', text: transcript.text(), begins: /^\$ / });
  // A positive control: these lists have rows, and were too wide before.
  for (const list of [
    'watch list',
    'admin watches list',
    'admin collections list',
    'duties',
    'account list',
    'key list',
    'call list',
  ])
    expect(tables.get(list)!.trim().split('\n').length, list).toBeGreaterThan(1);
}, 120_000);

test.each(['reelgate.video.v1', 'reelgate.comment.v1', 'reelgate.author.v1'])(
  'in %s the text keeps at least half of 80 columns, and addresses and ids stay whole below their rows',
  (schema) => {
    const text = answerText(schema, { items: [record(1), record(10)] }, '', COLUMNS);
    const [, row, under] = text.split('\n');
    const shown = row!.slice(row!.indexOf('夜空'));
    expect(row).toContain('夜空');
    const main = CJK.slice(0, 12);
    expect(textWidth(main)).toBeLessThanOrEqual(COLUMNS / 2);
    expect(shown).toContain(main);
    const whole = schema.includes('comment') ? record(1).id : URL_LONG.slice(0, 20);
    expect(under).toContain(whole);
    for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(COLUMNS);
  },
);

test('--wide and a pipe show every cell whole', async () => {
  const name = LONG.slice(0, 40);
  cli.world.columns = 40;
  const narrow = await cli.run('account', 'list');
  expect(narrow.out).toContain('(Not shown: ');
  const wide = await cli.run('account', 'list', '--wide');
  cli.world.columns = null;
  const piped = await cli.run('account', 'list');
  expect(wide.out).toBe(piped.out);
  expect(wide.out).toContain(name);
  expect(wide.out).not.toMatch(/…|Not shown/);
});
