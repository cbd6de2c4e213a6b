// Tests that a walk killed at any moment continues from its checkpoint and pays no page twice.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway/src/testing/test-gateway.ts';

const CHILD = path.join(import.meta.dirname, 'testing/walking-child.ts');
const PAGES = 4;
const ITEMS = 3;
const PRICE_MICROS = 12_000;

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-walk-'));
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({
    script: (query) => {
      const page = Number(query.get('cursor') || '0');
      const ids = Array.from({ length: ITEMS }, (_, i) => `${page}-${i}`);
      return { ids, cursor: page + 1 < PAGES ? String(page + 1) : null };
    },
  });
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the lines that the process printed. The process is killed after `lines` lines. */
async function walk(lines: number): Promise<string[]> {
  const args = [CHILD, gateway.url, path.join(folder, 'checkpoint'), 'killed'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, REELGATE_KEY: gateway.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    if (printed.length === lines) child.kill('SIGKILL');
  }
  return printed;
}

test('a walk killed with -9 and resumed from its checkpoint pays no page twice', async () => {
  const before = await gateway.money();
  // One kill in the middle of a page, one at its end, when the next page may have been requested.
  const seen = [...(await walk(2)), ...(await walk(ITEMS)), ...(await walk(Number.POSITIVE_INFINITY))];
  const after = await gateway.money();
  const all = Array.from({ length: PAGES * ITEMS }, (_, i) => `${Math.floor(i / ITEMS)}-${i % ITEMS}`);
  expect(new Set(seen.filter((line) => !line.startsWith('spent')))).toEqual(new Set(all));
  expect(seen.at(-1)).toBe(`spent ${((PAGES * PRICE_MICROS) / 1e6).toFixed(6)}`);
  expect(before.balance - after.balance).toBe(PAGES * PRICE_MICROS);
});
