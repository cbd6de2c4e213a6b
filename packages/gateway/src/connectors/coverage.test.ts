// Coverage as callers read it: every connector declares it, and no text tells who is behind a platform.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderConnectorProofs } from '../assemble/connector-proofs.ts';
import { type Coverage, coverageOf, mergedCoverage } from '../domain/coverage.ts';
import { cacheSecondsMin } from '../domain/retention.ts';
import type { OperationName } from './connector.ts';
import { connectors } from './index.ts';
import { PLATFORM_FACTS } from './parsing/platform-facts.ts';

const all = connectors.flatMap((connector) =>
  (Object.keys(connector.operations) as OperationName[]).map((operation) => ({
    connector,
    operation,
    coverage: coverageOf(connector, operation)!,
  })),
);

test('every declaration is about an operation that the connector has, and is made of whole sentences', () => {
  for (const { name, coverage, operations } of connectors) {
    const unknown = Object.keys(coverage.operations).filter((operation) => !(operation in operations));
    expect([name, unknown]).toEqual([name, []]);
  }
  for (const { connector, operation, coverage } of all) {
    const texts = [...coverage.notes, ...(coverage.fresh === null ? [] : [coverage.fresh])];
    for (const text of texts)
      expect([connector.name, operation, text]).toEqual([
        connector.name,
        operation,
        expect.stringMatching(/^[A-Z].*\.$/),
      ]);
    if (coverage.itemsMax !== null) expect(coverage.pageItemsMax).toBeLessThan(coverage.itemsMax);
  }
});

test('no text names a connector or its host, unless the platform has that name', () => {
  const sellers = connectors.filter(
    ({ name, facts }) => !facts.platforms?.includes(name) && name !== 'library',
  );
  expect(sellers.map(({ name }) => name)).toContain('tikhub');
  for (const { coverage } of all) {
    const said = JSON.stringify(coverage).toLowerCase();
    for (const { name, facts } of sellers) {
      if (name === 'peertube') continue;
      expect(said).not.toContain(name);
      expect(said).not.toContain(new URL(facts.website).hostname.replace(/^www\./, ''));
    }
  }
});

test('known caps are told: those of the search of Dailymotion, Pixabay and YouTube', () => {
  const capOf = (name: string) =>
    all.find(({ connector, operation }) => connector.name === name && operation === 'video.search')!.coverage
      .itemsMax;
  expect(['dailymotion', 'pixabay', 'youtube', 'library'].map(capOf)).toEqual([1_000, 500, 500, null]);
});

test('of several connectors a cap holds only where all have one, and a field is missing only where none gives it', () => {
  const one: Coverage = { itemsMax: 500, pageItemsMax: 50, missing: ['a', 'b'], fresh: null, notes: ['X.'] };
  const two: Coverage = {
    itemsMax: 900,
    pageItemsMax: 20,
    missing: ['b', 'c'],
    fresh: 'Old.',
    notes: ['X.', 'Y.'],
  };
  expect(mergedCoverage([one, two])).toEqual({
    ...{ itemsMax: 900, pageItemsMax: 50, missing: ['b'], fresh: 'Old.', notes: ['X.', 'Y.'] },
  });
  expect(mergedCoverage([one, { ...two, itemsMax: null }])!.itemsMax).toBeNull();
  expect(mergedCoverage([])).toBeNull();
});

test('times are told in hours: how long links work, and how old an answer that must be kept may be', () => {
  const [{ connector }] = all.filter(({ connector: { name } }) => name === 'tikhub') as [(typeof all)[0]];
  const toldOf = (retention: object) => {
    const facts = { ...connector.facts, retention: { ...connector.facts.retention, ...retention } };
    return coverageOf({ ...connector, facts }, 'video.search')!;
  };
  expect(toldOf({ linkSeconds: 3 * 3_600 }).notes).toContain(
    'Links to pictures and videos work for 3 hours, and may then expire.',
  );
  expect(toldOf({ linkSeconds: 48 * 3_600 }).notes.join()).toContain('work for 48 hours');
  expect(toldOf({ linkSeconds: null }).notes.join()).not.toContain('Links');
  const kept = connectors.filter(({ facts }) => cacheSecondsMin(facts.retention) > 0);
  expect(kept.length).toBeGreaterThan(0);
  for (const one of kept) {
    const [operation] = Object.keys(one.operations) as [OperationName];
    const hours = cacheSecondsMin(one.facts.retention) / 3_600;
    expect(coverageOf(one, operation)!.fresh).toMatch(new RegExp(`^Up to ${hours} hours old`));
  }
});

test.each(PLATFORM_FACTS)('every connector of its platform tells that $text', (fact) => {
  const { platform, text, checkedAt, source } = fact;
  const telling = connectors.filter(
    ({ name, facts }) =>
      facts.platforms?.includes(platform) &&
      (fact.connectors === undefined || fact.connectors.includes(name)),
  );
  expect(telling.length).toBeGreaterThan(0);
  for (const one of telling)
    for (const operation of fact.operations ?? (Object.keys(one.operations) as OperationName[]))
      expect(coverageOf(one, operation)?.notes, `${one.name} ${operation}`).toContain(text);
  expect([/^\d{4}-\d\d(?:-\d\d)?$/.test(checkedAt), URL.canParse(source)]).toEqual([true, true]);
});

test('no connector has a fact of a platform in words of its own', () => {
  const texts = PLATFORM_FACTS.map(({ text }) => text);
  const files = globSync('*/*.ts', { cwd: import.meta.dirname });
  const written = files.filter((file) => {
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    return texts.some((text) => source.includes(text));
  });
  expect(written).toEqual(['parsing/platform-facts.ts']);
});

test('the reference of connectors says how each operation is proved (npm run reference)', () => {
  const file = path.join(import.meta.dirname, '../../../../docs/reference/connectors.md');
  expect(readFileSync(file, 'utf8')).toBe(renderConnectorProofs());
});

const [HOUR_SECONDS, DAY_SECONDS] = [3_600, 86_400];

test('records and links are kept as long as the terms of their platform say, and wherever they say nothing there is no limit', () => {
  const rules = connectors.flatMap(({ name, facts: { retention } }) => {
    const { keepSecondsMax: keep, linkSeconds: link, cache } = retention;
    const said = {
      ...(keep !== null && { keptDays: keep / DAY_SECONDS }),
      ...(link !== null && { linkHours: link / HOUR_SECONDS }),
      ...(cache === 'never' && { cached: 'never' }),
      ...(cacheSecondsMin(retention) > 0 && { cachedHours: cacheSecondsMin(retention) / HOUR_SECONDS }),
    };
    return Object.keys(said).length === 0 ? [] : [[name, said] as const];
  });
  expect(Object.fromEntries(rules)).toEqual({
    // Addresses of files on TikTok's, Douyin's and Kuaishou's servers are signed for some hours.
    tikhub: { linkHours: 3 },
    'tikhub-xiaohongshu': { linkHours: 3 },
    'tikhub-instagram': { linkHours: 3 },
    justoneapi: { linkHours: 3 },
    // The operator's own records, and those that are made up, are in this process.
    library: { cached: 'never' },
    showcase: { cached: 'never' },
    // Terms of the API: an answer is kept for a day before it is asked for again.
    pixabay: { cachedHours: 24 },
    // Terms: stored data is refreshed every 15 days; developer policies: after 30 days.
    'tiktok-research': { keptDays: 15 },
    youtube: { keptDays: 30 },
  });
});
