// What every command prints as JSON, asks and answers, in full, is compared with a digest. Scripts rely on it, so fields are only ever added.
// A command that is not run here fails the test.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBackground } from '../domain/in-background.ts';
import { expectTold } from '../testing/told/told.ts';
import { commands } from './commands.ts';
import { TestCli } from './testing/cli.ts';
import { CommandRecord } from './testing/command-record.ts';
import { runEveryCommand } from './testing/every-command.ts';

let cli: TestCli;
let server: Server;
let record: CommandRecord;

const PAGE = {
  request_id: 'r',
  items: [],
  pcursor: 'no_more',
  receipt: { charged: '0.1', currency: 'USD', source: 'live', balance: '9' },
};
const ANSWERS: Record<string, object> = {
  '/livez': { status: 'live' },
  '/readyz': { status: 'ready' },
  '/api/pricing/v1/quote?path=%2Fp': {
    ...{ request_id: 'r', path: '/p', unit: 'call', unit_price: '0.1', minimum: null, most: '0.1' },
    ...{ most_per_call: '0.1', free_per_day: null, currency: 'USD', catalog_version: 1, balance: '9' },
    ...{ balance_after: '8.9', calls_affordable: 90, caps: [], quote: 'q', valid_until: 't' },
  },
  '/api/status/v1': {
    ...{ request_id: 'r', measured_at: 't', refresh_seconds: 60 },
    operations: [
      {
        ...{ platform: 'p', operation: 'o', state: 'unsteady', cause: 'platform', day: null, month: null },
        hour: { success: 0.8, p95_ms: 100, refused: 0.2 },
      },
    ],
  },
  '/admin/v1/providers': {
    request_id: 'r',
    now: 'n',
    currency: 'USD',
    processes: 1,
    processes_answered: 1,
    providers: [],
  },
};
/** As the gateway shows it to its owner. */
const OWN = {
  ...{
    id: 'col_1',
    name: null,
    platform: 'library',
    questions: 1,
    question: 0,
    questions_refused: 0,
    questions_unasked: 1,
    path: '/p',
  },
  ...{
    query: { keyword: 'x' },
    state: 'queued',
    waiting_for: null,
    next_try_at: null,
    end: null,
    failure: null,
  },
  ...{
    pages: 0,
    items: 0,
    items_max: 1,
    charged: '0',
    budget: '1',
    most_cost: '1',
    currency: 'USD',
    in_flight: false,
  },
  ...{ until: null, created_at: 't', ended_at: null, expires_at: null, key: 'k' },
};
const COLLECTIONS = '/api/collections/v1';
Object.assign(ANSWERS, {
  [COLLECTIONS]: { request_id: 'r', collection: OWN, created: true },
  [`${COLLECTIONS}?limit=500`]: {
    ...{ request_id: 'r', collections: [OWN], collections_max: 1, running_max: 1, next_cursor: null },
  },
  [`${COLLECTIONS}/col_1`]: { request_id: 'r', collection: OWN },
  [`${COLLECTIONS}/gone`]: { request_id: 'r', removed: true },
  [`${COLLECTIONS}/col_1/cancel`]: { request_id: 'r', collection: OWN },
  [`${COLLECTIONS}/col_1/items?after=0&limit=100`]: { request_id: 'r', items: [], next: null },
  [`${COLLECTIONS}/col_1/export?format=jsonl`]: {},
});
beforeAll(async () => {
  cli = new TestCli();
  record = new CommandRecord(cli);
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const said = JSON.stringify(ANSWERS[request.url!] ?? PAGE);
    // Answered once the whole request is on record.
    inBackground(record.saw(request).then(() => response.end(said)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  cli.write(
    'reelgate.yaml',
    `service: { public: "127.0.0.1:${port}", admin: "localhost:${port}" }\n` +
      'signup: { mode: invite }\n' +
      'prices: { endpoints: [{ path: "/api/*/v1/*/app/*", unit_price: "0.5" }] }\n',
  );
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await cli.close();
});

/** Returns the commands that were run. */
async function runAll(): Promise<Set<string>> {
  const ran = new Set<string>();
  await runEveryCommand(cli, async (name, ...more) => {
    // Each has a time of its own, so that a list has one order.
    cli.nowMs += 1_000;
    const argv = [...name.split(' '), ...more, '--json'];
    const said = await cli.run(...argv);
    record.add(argv, said);
    ran.add(name);
    return said.out === '' ? `nothing: ${said.err}` : JSON.parse(said.out);
  });
  return ran;
}

/** These serve until stopped and print no JSON. */
const SERVING = ['serve', 'mcp'];

test('the JSON of every command is what its digest says', async () => {
  const ran = await runAll();
  expect(commands.map(({ name }) => name).filter((name) => !ran.has(name))).toEqual(SERVING);
  expectTold({ by: import.meta.filename, name: 'json', text: record.text(), begins: /^\$ / });
  // About fifty commands, each of which opens files: takes seconds, longer on a busy machine.
}, 120_000);

test('the figures of library stats are those of the records', async () => {
  const { bytes, ...figures } = await cli.json('library', 'stats');
  expect(figures).toEqual({ records: 1, sample_records: 0, languages: { en: 1 } });
  expect(bytes).toBeGreaterThan(0);
});
