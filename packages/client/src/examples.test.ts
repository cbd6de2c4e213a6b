// Runs the examples for callers: each buys a whole search from a real gateway; repeating it is free.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walkSearch } from '../../../examples/walk-search.ts';
import { startTestGateway, type TestGateway } from '../../gateway/src/testing/test-gateway.ts';

const PYTHON = path.join(import.meta.dirname, '../../../examples/python/search.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const PRICE_MICROS = 12_000;

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-examples-'));
let gateway: TestGateway;
/** Pages that the search of the examples has in the library's sample records. */
let pages: number;

beforeAll(async () => {
  gateway = await startTestGateway();
  const { body } = await gateway.search({ keyword: 'cat' }, { platform: 'library' });
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

test.skipIf(!hasPython)('the Python example walks a search, and the same walk again is free', async () => {
  const env = { ...process.env, REELGATE_URL: gateway.url, REELGATE_KEY: gateway.key };
  const walk = () => promisify(execFile)('python3', [PYTHON, 'cat', 'py-walk'], { env });
  const printed: string[] = [];
  expect(await costOf(async () => printed.push((await walk()).stdout))).toBe(pages);
  expect(await costOf(async () => printed.push((await walk()).stdout))).toBe(0);
  expect(printed[0]).toBe(printed[1]);
  expect(printed[0]!.trim().split('\n').length).toBeGreaterThan(1);
});
