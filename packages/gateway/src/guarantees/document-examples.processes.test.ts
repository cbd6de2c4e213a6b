// Every block of code in README and the guides does what it says, on a real gateway. A block that cannot run here says why, in a comment
// `<!-- not run: … -->` above it; `document-blocks.test.ts` counts and prints those.
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPython } from '../../../client-python/tests/python.ts';
import { EXAMPLE_MS_MAX, type Examples, startExamples } from '../testing/documents/examples.ts';
import { type Block, blocksOf, guideFiles } from '../testing/documents/markdown.ts';

let examples: Examples;
beforeAll(async () => {
  examples = await startExamples();
});
afterAll(() => examples.end());

/** Programs that the commands of the guides use. A machine without one runs no commands, and says so. */
const absent = ['bash', 'curl', 'openssl'].filter(
  (name) => spawnSync(name, ['--version']).error !== undefined,
);
if (absent.length > 0)
  console.log(`!!!! the commands of README and guides: SKIPPED: there is no ${absent.join(', no ')}`);

const blocks = (file: string, language: string) =>
  blocksOf(file).filter((block) => block.language === language && block.notRun === null);

/** A document that makes the account `acme` itself has a gateway of its own. */
async function shellOf(found: readonly Block[]): Promise<string | null> {
  if (!found.some(({ code }) => code.includes('account create acme'))) return examples.shell(found);
  const own = await startExamples({ hasAcme: false });
  try {
    return await own.shell(found);
  } finally {
    await own.end();
  }
}

describe.each(guideFiles())('%s', (file) => {
  test.skipIf(absent.length > 0)(
    'its commands run, from top to bottom',
    async () => {
      const found = blocks(file, 'sh');
      if (found.length > 0) expect(await shellOf(found)).toBeNull();
    },
    2 * EXAMPLE_MS_MAX,
  );

  for (const block of blocks(file, 'ts'))
    test(`the program at line ${block.line} compiles and runs`, async () => {
      expect(await examples.program(block)).toBeNull();
    });

  test.runIf(hasPython)('its programs in Python run', async () => {
    for (const block of blocks(file, 'python'))
      expect(await examples.python(block), `line ${block.line}`).toBeNull();
  });

  for (const block of blocks(file, 'yaml'))
    test(`the settings at line ${block.line} pass "config check"`, async () => {
      expect(await examples.configuration(block)).toBeNull();
    });
});

test.skipIf(absent.length > 0)('an example that fails is noticed', async () => {
  const block = { file: 'README.md', line: 7, language: 'sh', before: '', notRun: null };
  expect(await examples.shell([{ ...block, code: 'reelgate account show nobody' }])).toContain(
    'EXAMPLE-AT-LINE-7',
  );
  expect(await examples.shell([{ ...block, code: 'curl -s http://127.0.0.1:8080/api/nothing' }])).toContain(
    '404',
  );
  expect(await examples.program({ ...block, code: 'await reelgate.videos.nothing();' })).toContain('nothing');
  expect(await examples.configuration({ ...block, code: 'nothing: 1' })).toContain('nothing');
  if (hasPython)
    expect(await examples.python({ ...block, code: 'rg.videos.nothing()' })).toContain('nothing');
});
