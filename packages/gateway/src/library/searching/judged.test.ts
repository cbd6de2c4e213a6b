// The search of the library does not get worse. `npm run bench:search` shows the figures; docs/reference/search.md has them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeLibrary } from '../testing/judge-library.ts';
import { JUDGED } from '../testing/judged-queries.ts';

test('the set has keywords enough', () => {
  expect(Object.values(JUDGED).flat().length).toBeGreaterThanOrEqual(120);
});

test('no class of keywords finds less than docs/reference/search.md says, and the exact tiers find the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reelgate-judged-'));
  const judged = await judgeLibrary(folder);
  rmSync(folder, { recursive: true });
  const told = readFileSync(new URL('../../../../../docs/reference/search.md', import.meta.url), 'utf8');
  for (const [name, { exact, all }] of Object.entries(judged)) {
    const row = told.split('\n').find((line) => line.startsWith(`| ${name} |`))!;
    const [recallExact, recall, rankExact, rank] = row.split('|').slice(3, 7).map(Number);
    expect([exact.recall.toFixed(2), exact.rank.toFixed(2)], name).toEqual([
      recallExact!.toFixed(2),
      rankExact!.toFixed(2),
    ]);
    // Figures are written with two digits.
    expect(all.recall, name).toBeGreaterThanOrEqual(recall! - 0.005);
    expect(all.rank, name).toBeGreaterThanOrEqual(rank! - 0.005);
  }
});
