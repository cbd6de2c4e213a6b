// The places and the steps of downloads: how many an account has at one time, and that what is downloaded by a link is counted apart.
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Collection } from '../../domain/gathering/collection.ts';
import { PacedWork } from '../../domain/limiting/paced-work.ts';
import type { Server } from '../server.ts';
import { createAnswers } from './answer.ts';
import { createForms } from './answer-form.ts';
import { failureOf } from './error-failure.ts';
import { relativeDocs } from './problem.ts';
import { byteRange, serveExport } from './serve-export.ts';

const collection: Partial<Collection> = { id: 'col_1', accountId: 'acc', endedAtMs: 0, expiresAtMs: null };
const PAGES = 40;
const lines = Array.from(
  { length: 50 },
  (_, i) => `${JSON.stringify({ id: i, title: 'T'.repeat(500) })}\n`,
).join('');
const pages = Array.from({ length: PAGES }, (_, page) => ({
  ...{ owner: 'col_1', firstNumber: page * 50 + 1, items: 50, requestId: `r${page}`, foundAtMs: 0 },
  ...{ linksUntilMs: null, bytes: lines.length, body: gzipSync(lines) },
}));

const clock = { nowMs: () => 0, monotonicMs: () => 0 };

let app: FastifyInstance;
let url: string;
/** What a read of pages waits for. */
let reading: () => Promise<void>;
let readPages: () => Promise<typeof pages>;
let turns: number;

beforeEach(async () => {
  // Otherwise closing waits for a minute for connections that a client keeps.
  app = fastify({ forceCloseConnections: true });
  [turns, reading] = [0, async () => {}];
  readPages = async () => pages;
  const forms = createForms('reelgate', 'x-reelgate-request-id', relativeDocs('/docs'));
  const answers = createAnswers(forms, 'x-reelgate-request-id', () => false);
  app.setErrorHandler((error, _request, reply) => answers.failure(reply, failureOf(error)));
  serveExport(
    { app, answers } as unknown as Server,
    {
      account: {
        storage: {
          collections: { find: async () => collection },
          keys: { find: async () => ({ status: 'active' }) },
          found: {
            index: () => readPages(),
            async read({ after }: { after: number }) {
              await reading();
              return (await readPages()).filter(({ firstNumber }) => firstNumber > after).slice(0, 10);
            },
          },
        },
        clock,
        collecting: { links: { isSigned: () => true } },
      },
      authenticate: async () => ({
        account: { id: 'acc' },
        key: { id: 'key_1', platforms: null, operations: null },
      }),
      work: new PacedWork(clock, async () => {
        turns++;
        await new Promise(setImmediate);
      }),
    } as never,
  );
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/collections/v1/col_1/export`;
});
afterEach(() => app.close());

const LINK = '?expires=1&signature=s';
const open = (query: string, headers: Record<string, string> = {}) => fetch(url + query, { headers });

test('a download whose ledger fails before its first byte leaves its place', async () => {
  readPages = async () => {
    throw new Error('the ledger is away');
  };
  for (let i = 0; i < 5; i++) expect((await open(LINK)).status).toBe(500);
  readPages = async () => pages;
  await vi.waitFor(async () => expect((await open(LINK)).status).toBe(200));
});

test('an account downloads two exports at once by its keys, and two by links: neither takes the places of the other', async () => {
  const { promise: until, resolve: go } = Promise.withResolvers<void>();
  reading = () => until;
  const begin = (query: string) => [open(query), open(query)];
  const running = begin(LINK);
  expect((await open(LINK)).status).toBe(429);
  running.push(...begin(''));
  const refused = await open('');
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('At most 2 exports')]);
  go();
  for (const answer of await Promise.all(running))
    expect([answer.status, (await answer.text()).length]).toEqual([200, PAGES * lines.length]);
  for (const query of [LINK, '']) await vi.waitFor(async () => expect((await open(query)).status).toBe(200));
});

test('downloads whose callers have left take no step that the next one waits for, and no bytes of its minute', async () => {
  const { promise: until, resolve: go } = Promise.withResolvers<void>();
  const huge = pages.map((page) => ({ ...page, bytes: 750 * 1024 * 1024 }));
  readPages = () => until.then(() => huge);
  for (const query of Array.from({ length: 10 }, (_, i) => `?format=${i % 2 ? 'csv' : 'jsonl'}`)) {
    const leaving = new AbortController();
    const asked = once(app.server, 'request');
    const left = fetch(url + query, { signal: leaving.signal }).catch(() => 'left');
    const [, response] = await asked;
    leaving.abort();
    expect(await left).toBe('left');
    if (!response.destroyed) await once(response, 'close');
  }
  readPages = async () => pages;
  go();
  const answer = await open('', { 'accept-encoding': 'identity' });
  expect([answer.status, (await answer.text()).length]).toEqual([200, PAGES * lines.length]);
  // A look at the index or two by each, and the pages of the last one. Each that left would take as many.
  expect(turns).toBeLessThan(2 * PAGES);
});

test('an account downloads so many bytes in a minute by links, and what its keys may download is not spent by them', async () => {
  const whole = PAGES * lines.length;
  const huge = pages.map((page) => ({ ...page, bytes: 750 * 1024 * 1024 }));
  // Announced, and broken off at once because the records are shorter.
  readPages = async () => huge;
  await open(LINK).then((answer) => answer.text().catch(() => ''));
  readPages = async () => pages;
  const refused = await open(LINK);
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('At most 750 MiB')]);
  expect((await open(LINK, { 'accept-encoding': 'gzip' })).status).toBe(429);
  expect((await (await open('')).text()).length).toBe(whole);
});

test.each([
  ['jsonl', 'identity', 1 + PAGES],
  ['jsonl', 'gzip', 1 + 2 * PAGES],
  // Measured and written; each time unpacked and turned into rows.
  ['csv', 'identity', 1 + 4 * PAGES],
])(
  'as %s and %s each page is a step of its own after the look at their index, and the loop takes a turn after each',
  async (format, coding, steps) => {
    const answer = await open(`?format=${format}`, { 'accept-encoding': coding });
    const text = await answer.text();
    if (format === 'jsonl') expect(text).toBe(lines.repeat(PAGES));
    else expect(text.split('\n')).toHaveLength(50 * PAGES + 2);
    expect(turns).toBe(steps);
  },
);

test('an export that its reader has is a 304 after the look at the index, also in a format that must be written to be measured', async () => {
  for (const [format, coding] of [
    ['csv', 'gzip'],
    ['jsonl', 'identity'],
  ] as const) {
    const asked = { 'accept-encoding': coding };
    const first = await open(`?format=${format}`, asked);
    await first.arrayBuffer();
    turns = 0;
    const known = await open(`?format=${format}`, { ...asked, 'if-none-match': first.headers.get('etag')! });
    expect([known.status, turns]).toEqual([304, 1]);
  }
});

test('a CSV has the columns that are asked for, in their sequence, and a byte order mark where that is asked for', async () => {
  readPages = async () => [{ ...pages[0]!, body: gzipSync(`${RICH}\n`), items: 1 }];
  const read = async (query: string) => {
    const answer = await fetch(`${url}?format=csv${query}`);
    return {
      etag: answer.headers.get('etag'),
      status: answer.status,
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const some = await read('&columns=license,id,found_at,tags');
  expect(some.bytes.toString()).toBe(
    `license,id,found_at,tags\r\n"CC BY","' =1+1","1970-01-01T00:00:00.000Z","a, b"\r\n`,
  );
  const marked = await read('&columns=license,id,found_at,tags&bom=1');
  expect(marked.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(marked.bytes.subarray(3)).toEqual(some.bytes);
  const all = await read('');
  expect(new Set([some.etag, marked.etag, all.etag]).size).toBe(3);
  expect(all.bytes.toString()).toContain('orientation,found_at\r\n');
  for (const query of ['&columns=secret', '&columns=', '&bom=yes'])
    expect([query, (await read(query)).status]).toEqual([query, 400]);
});

/** White space before a formula is dropped by some spreadsheets. */
const RICH = JSON.stringify({ id: ' =1+1', license: { name: 'CC BY', url: null }, tags: ['a', 'b'] });

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=9-', { first: 9, last: 9 }],
  ['bytes=4-99', { first: 4, last: 9 }],
  ['bytes=-1', { first: 9, last: 9 }],
  ['bytes=-10', { first: 0, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // Ignored: everything is sent.
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['items=0-1', null],
  [undefined, null],
] as const)('of ten bytes, %s asks for %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

test('nothing has no last byte', () => {
  expect([byteRange('bytes=-5', 0), byteRange('bytes=0-', 0)]).toEqual(['unsatisfiable', 'unsatisfiable']);
});
