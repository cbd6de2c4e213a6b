// Tests the translation: every text exists in Chinese, is Chinese, and contains every value that the English text contains.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { UseTexts } from './text.ts';

const SOURCES = path.join(import.meta.dirname, '..');
/** Texts that are the same in both languages, such as names and symbols. */
const SAME = /^(|–|p\d+|json|csv|utc|curl|fetch|client|python|id|stripe|webhooks?)$/i;
const HAN = /\p{Script=Han}/u;

interface Pair {
  where: string;
  en: unknown;
  zh: unknown;
}

/** Pairs of texts in nested objects, by their full names. */
function pairsIn(where: string, en: object, zh: object): Pair[] {
  return Object.entries(en).flatMap(([name, value]) => {
    const other = (zh as Record<string, unknown>)[name];
    const at = `${where}.${name}`;
    return typeof value === 'object'
      ? pairsIn(at, value as object, (other ?? {}) as object)
      : [{ where: at, en: value, zh: other }];
  });
}

let pairs: Pair[] = [];
beforeAll(async () => {
  // The page's language is read from the document when the module is loaded.
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?:text|common|status)\.ts$/.test(name),
  );
  for (const file of files) {
    const module = (await import(pathToFileURL(path.join(SOURCES, file)).href)) as Record<string, unknown>;
    for (const [name, hook] of Object.entries(module)) {
      const by = (hook as Partial<UseTexts<object>> | null)?.by;
      if (by !== undefined) pairs = pairs.concat(pairsIn(`${file} ${name}`, by.en, by.zh));
    }
  }
});
afterAll(() => vi.unstubAllGlobals());

test('there are texts to compare', () => {
  expect(pairs.length).toBeGreaterThan(600);
  expect(pairs.filter(({ en }) => typeof en === 'function').length).toBeGreaterThan(60);
});

test('a text is a text in both languages, or takes values in both', () => {
  expect(pairs.filter(({ en, zh }) => typeof en !== typeof zh)).toEqual([]);
});

test('a Chinese text is Chinese', () => {
  const written = pairs.filter(
    (pair): pair is Pair & { en: string; zh: string } => typeof pair.zh === 'string',
  );
  const foreign = written.filter(({ zh }) => !HAN.test(zh) && !SAME.test(zh));
  expect(foreign).toEqual([]);
});

type Written = (...values: unknown[]) => string;

test.each([
  ['text', (at: number) => `«${at}»`],
  ['number', (at: number) => 7_001 + at],
] as const)('a Chinese text says every value that the English one says, given as %s', (_kind, markOf) => {
  const lost = pairs
    .filter((pair): pair is Pair & { en: Written; zh: Written } => typeof pair.en === 'function')
    // These take whole sentences of the gateway and are tested below.
    .filter(({ where }) => !where.includes('.decisions.'))
    .filter(({ en, zh }) => {
      const values = Array.from({ length: Math.max(en.length, zh.length) }, (_, at) => markOf(at));
      const said = (write: Written) =>
        values.filter((value) => String(write(...values)).includes(String(value)));
      return said(en).join() !== said(zh).join();
    });
  expect(lost.map(({ where }) => where)).toEqual([]);
});

test.each([
  ['complaints', '3 complaints wait for a decision.', '3'],
  ['complaints', 'A complaint waits for a decision.', '1'],
  ['negative_margin', 'Calls of this path cost 1.250000 more today than they earned.', '1.250000'],
  ['ledger', 'The ledger has 12 differences.', '12'],
  ['duties', 'Work waits for a node: webhooks: 7 late.', '7'],
  ['owed', 'This account owes 20.000000 for payments that were taken back.', '20.000000'],
])('in Chinese a decision about %s keeps the figure of %j', (kind, sentence, figure) => {
  const { zh } = pairs.find(({ where }) => where.endsWith(`.decisions.${kind}`))!;
  expect((zh as Written)(sentence)).toContain(figure);
});
