// Runs the examples for callers on a real gateway: each buys a whole search, by itself or by the gateway; repeating it is free.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../examples/collect.ts';
import { walkSearch } from '../../../examples/walk-search.ts';
import { watchKeyword } from '../../../examples/watch.ts';
import { hasPython, PYTHON_ENV } from '../../client-python/tests/python.ts';
import { PAGE_ITEMS_MAX } from '../../gateway/src/domain/limits.ts';
import { startTestGateway, type TestGateway } from '../../gateway/src/testing/test-gateway.ts';

const PYTHON = path.join(import.meta.dirname, '../../../examples/python/search.py');
const PRICE_MICROS = 12_000;

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-examples-'));
let gateway: TestGateway;
/** Pages that the search of the examples has in the library's sample records. */
let pages: number;
let items: number;

beforeAll(async () => {
  gateway = await startTestGateway();
  const { body } = await gateway.search({ keyword: 'cat' }, { platform: 'library' });
  items = body.total.value;
  pages = Math.ceil(body.total.value / body.items.length);
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The cost of `work` as a number of calls. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = await gateway.money();
  await work();
  return (before.balance - (await gateway.money()).balance) / PRICE_MICROS;
}

test('the TypeScript example walks a search and goes on from its file', async () => {
  const file = path.join(folder, 'walk.json');
  const place = { baseUrl: gateway.url, apiKey: gateway.key };
  const lines: string[] = [];
  // Simulates a terminal that breaks in the middle of the first page.
  const broken = (line: string) => {
    lines.push(line);
    if (lines.length === 2) throw new Error('gone');
  };
  const cost = await costOf(async () => {
    await expect(walkSearch(place, 'cat', file, broken)).rejects.toThrow('gone');
    await walkSearch(place, 'cat', file, (line) => lines.push(line));
  });
  expect(cost).toBe(pages);
  expect(lines.at(-1)).toBe(`exhausted, ${((pages * PRICE_MICROS) / 1e6).toFixed(6)} spent`);
  expect(existsSync(file)).toBe(false);
});

test('the example of a collection writes every item once, and finds its collection again', async () => {
  const file = path.join(folder, 'cat.jsonl');
  const place = { baseUrl: gateway.url, apiKey: gateway.key };
  const lines: string[] = [];
  const run = () => collect(place, 'cat', file, (line) => lines.push(line));
  // The gateway reads pages of 50.
  const collected = Math.ceil(items / PAGE_ITEMS_MAX);
  expect(await costOf(run)).toBe(collected);
  expect(await costOf(run)).toBe(0);
  const ids = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect([new Set(ids).size, ids.length]).toEqual([items, items]);
  expect(lines[0]).toMatch(/^started col_\w+: at most \d/);
  const [id] = /col_\w+/.exec(lines[0]!)!;
  const spent = ((collected * PRICE_MICROS) / 1e6).toFixed(6);
  expect(lines[2]).toBe(`found ${id}: at most ${spent} USD`);
  expect(lines[3]).toBe(`done: exhausted, ${items} items for ${spent} USD`);
});

test('the example of a watch prints each item once over a restart', async () => {
  const file = path.join(folder, 'watch.txt');
  const place = { baseUrl: gateway.url, apiKey: gateway.key };
  const lines: string[] = [];
  /** Stops after this many items. */
  const run = async (count: number) => {
    const stop = new AbortController();
    const from = lines.length + 1;
    const print = (line: string) => {
      if (lines.push(line) === from + count) stop.abort();
    };
    await watchKeyword(place, 'cat', file, print, stop.signal);
  };
  await run(2);
  await run(items - 2);
  const numbers = lines.filter((line) => !line.startsWith('wat_')).map((line) => Number.parseInt(line, 10));
  expect(numbers).toEqual(Array.from({ length: items }, (_, i) => i + 1));
  expect(lines.filter((line) => line.startsWith('wat_')).map((line) => line.split(':')[0])).toEqual(
    Array(2).fill(lines[0]!.split(':')[0]),
  );
});

test.skipIf(!hasPython)('the Python example walks a search, and the same walk again is free', async () => {
  const env = { ...PYTHON_ENV, REELGATE_URL: gateway.url, REELGATE_KEY: gateway.key };
  const walk = () => promisify(execFile)('python3', [PYTHON, 'cat', 'py-walk'], { env });
  const printed: string[] = [];
  expect(await costOf(async () => printed.push((await walk()).stdout))).toBe(pages);
  expect(await costOf(async () => printed.push((await walk()).stdout))).toBe(0);
  expect(printed[0]).toBe(printed[1]);
  expect(printed[0]!.trim().split('\n').length).toBeGreaterThan(1);
});
