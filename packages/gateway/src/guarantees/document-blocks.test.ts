// The form of README and the guides. Each block of code has a language that a test runs or reads, or says why it is not run. The commands,
// programs and settings run in document-examples.processes.test.ts.
import { expect, test } from 'vitest';
import { type Block, blocksOf, guideFiles, readDocument } from '../testing/documents/markdown.ts';

/** `toml` belongs to mcp/guide.test.ts, `text` is output or a picture and no example. */
const LANGUAGES = new Set(['sh', 'ts', 'python', 'yaml', 'json', 'toml', 'text']);

const blocks = guideFiles().flatMap(blocksOf);
const where = ({ file, line, language }: Block) => `${file}:${line} ${language}`;

test('every block has a language that is run or read', () => {
  expect(blocks.length).toBeGreaterThan(60);
  expect(blocks.filter(({ language }) => !LANGUAGES.has(language)).map(where)).toEqual([]);
});

/** "…" stands for parts of an answer that are left out. */
const whole = (json: string) => json.replaceAll(/,\s*…|…\s*,/g, '').replaceAll(/\[\s*…\s*\]/g, '[]');

test('every JSON block can be parsed', () => {
  const found = blocks.filter(({ language }) => language === 'json');
  expect(found.length).toBeGreaterThan(3);
  for (const block of found) expect(() => JSON.parse(whole(block.code)), where(block)).not.toThrow();
});

/** Most need root, a registry, a foreign host or another program. Lower it when one of them runs. */
const NOT_RUN_MAX = 34;

test('blocks that are not run say why, and are few', () => {
  const left = blocks.filter(({ notRun }) => notRun !== null);
  console.log(left.map((block) => `not run: ${where(block)}: ${block.notRun}`).join('\n'));
  expect(left.filter(({ notRun }) => notRun!.length < 10).map(where)).toEqual([]);
  expect(left.length).toBeLessThanOrEqual(NOT_RUN_MAX);
});

test('a command is written as it works in a clone and where the package is installed: npx reelgate', () => {
  const bare = blocks.filter(({ language, code }) => language === 'sh' && /(^|[;|(] *)reelgate /m.test(code));
  expect(bare.map(where)).toEqual([]);
});

/** Three screens. */
const README_LINES_MAX = 150;

test('README fits on three screens', () => {
  expect(readDocument('README.md').split('\n').length).toBeLessThanOrEqual(README_LINES_MAX);
});

test('every guide begins with what the reader can do after it, and ends with where to go on', () => {
  const guides = guideFiles().filter((file) => file !== 'README.md');
  expect(guides.filter((file) => !/^# .+\n\nAfter this guide /.test(readDocument(file)))).toEqual([]);
  const lastHeading = (file: string) =>
    readDocument(file)
      .match(/^## .+$/gm)
      ?.at(-1);
  expect(guides.filter((file) => lastHeading(file) !== '## Where to go on')).toEqual([]);
});
