// A story of one gateway whose clock stands still: callers, pages, agents and operators ask for everything that there is, rightly and
// wrongly. Every exchange is compared with a digest: status, headers, and the whole body; so are webhooks, metrics, lines of calls and
// the log.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { START_MS } from '../storage/contracts/storage.contract.ts';
import { documentedOperations, type Operation } from '../testing/documented-operations.ts';
import { EqualFigures } from '../testing/equal-figures.ts';
import { expectTold } from '../testing/told/told.ts';
import { account } from './testing/story/account.ts';
import { begin } from './testing/story/begin.ts';
import { calls } from './testing/story/calls.ts';
import { figures } from './testing/story/figures.ts';
import { gathering } from './testing/story/gathering.ts';
import { operator } from './testing/story/operator.ts';
import { things } from './testing/story/things.ts';
import { tools } from './testing/story/tools.ts';
import { startWorld, type World } from './testing/story/world.ts';

const CHAPTERS = { begin, calls, account, gathering, operator, tools, things, figures };
const NAMES = Object.keys(CHAPTERS);
/** How much of the story is shown when it cannot go on. */
const SHOWN_CHARS = 2_000;

let world: World;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS });
  world = await startWorld();
  for (const [name, tell] of Object.entries(CHAPTERS)) {
    world.still.transcript.begin(name);
    await tell(world).catch((error: unknown) => {
      const before = world.still.transcript.textOf(name).slice(-SHOWN_CHARS);
      throw new Error(`the story cannot go on after\n${before}`, { cause: error });
    });
  }
});
afterAll(async () => {
  vi.useRealTimers();
  await world.close();
});

test.each(NAMES)('everything that is answered in the chapter "%s" is what its digest says', (name) => {
  expectTold({ by: import.meta.filename, name, text: world.still.transcript.textOf(name), begins: /^# / });
});

/** Pictures of platforms need the network, and the rest is a page for each name. */
const ELSEWHERE = ['guide', 'picture'];
const DOCUMENTS = new Set(['docs', 'openapi', 'modelText', 'modelTextFull', 'adminDocs', 'adminOpenapi']);

const patternOf = ({ path: target }: Operation) =>
  new RegExp(`^${target.replaceAll(/[.+]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

test('every documented route succeeds somewhere in the story', () => {
  // Ids are told by words.
  const text = NAMES.map((name) => world.still.transcript.textOf(name))
    .join('\n')
    .replaceAll(/<[^<>\n]* of [^<>\n]*>/g, 'id');
  const asked = [...text.matchAll(/^(GET|POST|PATCH|DELETE) ([^\s?]+).*\n(?:[{"].*\n)?> 2\d\d/gm)];
  const succeeds = (one: Operation) =>
    asked.some(([, by, target]) => by === one.method && patternOf(one).test(target!));
  // The economy route of group u2 is told by the two others of its operation: its variant decides the price, its group the form.
  const told = documentedOperations().filter(({ id }) => !DOCUMENTS.has(id) && !id.endsWith('EconomyNative'));
  const missing = told.filter((one) => !succeeds(one));
  expect(missing.map(({ id }) => id)).toEqual(ELSEWHERE);
});

const EQUAL = path.join(import.meta.dirname, 'equal-figures.txt');

test('figures of one answer that never differ are those of the list, which only shrinks', () => {
  const figures = new EqualFigures();
  const operations = documentedOperations();
  for (const { method, path: target, body } of world.still.answered) {
    const one = operations.find(
      (operation) => operation.method === method && patternOf(operation).test(target),
    );
    if (one !== undefined && !DOCUMENTS.has(one.id)) figures.look(one.id, body);
  }
  const [found, kept] = [figures.lines(), readFileSync(EQUAL, 'utf8').trimEnd().split('\n')];
  // Let the story make them differ.
  expect(found.filter((line) => !kept.includes(line))).toEqual([]);
  // They differ now: take them off the list.
  expect(kept.filter((line) => !found.includes(line))).toEqual([]);
});
