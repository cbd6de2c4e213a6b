// The tests of the Python client, and what it has in common with the TypeScript client and the gateway.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Reelgate } from '../../client/src/index.ts';
import { startTestGateway, type TestGateway } from '../../gateway/src/testing/test-gateway.ts';
import { hasPython, PACKAGE, PYTHON_ENV, PythonProcess } from './python.ts';
import { vectors } from './vectors.ts';

const PAGES = 4;
const ITEMS = 3;
const ALL = Array.from({ length: PAGES * ITEMS }, (_, i) => `${Math.floor(i / ITEMS)}-${i % ITEMS}`);
const PRICE_MICROS = 12_000;

let gateway: TestGateway;
let walker: PythonProcess;

beforeAll(async () => {
  if (!hasPython) return;
  gateway = await startTestGateway({
    script: (query) => {
      const page = Number(query.get('cursor') || '0');
      const ids = Array.from({ length: ITEMS }, (_, i) => `${page}-${i}`);
      return { ids, cursor: page + 1 < PAGES ? String(page + 1) : null };
    },
  });
  await gateway.fundCalls(2 * PAGES * ALL.length);
  walker = new PythonProcess('walker.py', [gateway.url, gateway.key, String(ITEMS)]);
});
afterAll(async () => {
  walker?.close();
  await gateway?.close();
});

test('the vectors of the Python tests are what the gateway and the TypeScript client make', () => {
  const written = JSON.parse(readFileSync(path.join(import.meta.dirname, 'vectors.json'), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(vectors())));
});

test.runIf(hasPython)('the tests of the Python client pass, without a warning', async () => {
  const args = ['-W', 'error', '-m', 'unittest', 'discover'];
  // Rejects, with what Python said, if a test fails.
  const { stderr } = await promisify(execFile)('python3', args, {
    cwd: import.meta.dirname,
    env: PYTHON_ENV,
  });
  expect(stderr).toMatch(/Ran \d{2,} tests[\s\S]*\nOK/);
  // A connection that nobody closed does not fail a test: Python only says so.
  expect(stderr).not.toMatch(/ResourceWarning|Exception ignored/);
});

const TYPESCRIPT = path.join(import.meta.dirname, '../../client/src');
const PYTHON = path.join(PACKAGE, 'reelgate');

/** The value of a constant as it is written. */
function written(folder: string, place: string): string {
  const [file = '', name] = place.split(' ');
  const text = readFileSync(path.join(folder, file), 'utf8');
  return new RegExp(`^(?:const )?${name} = (.*?);?(?:  #.*)?$`, 'm').exec(text)![1]!;
}

const number = (text: string) => Number(text.replaceAll('_', ''));
const ms = (text: string) => number(text) * 1_000;
/** The choices and the repetitions of a pattern. */
const pattern = (text: string) => text.match(/\((?:\w+\|)+\w+\)|\{[\d,]+\}/g);

test.each([
  ['send.ts PAUSE_MS', number, '_send.py PAUSE_S', ms],
  ['send.ts PAUSE_MS_MAX', number, '_send.py PAUSE_S_MAX', ms],
  ['send.ts DOUBTS_MAX', number, '_send.py DOUBTS_MAX', number],
  ['send.ts FREE_PATH', pattern, '_send.py FREE_PATH', pattern],
  ['walk.ts EMPTY_PAGES_MAX', number, '_walk.py EMPTY_PAGES_MAX', number],
  ['walk.ts VERSION', number, '_walk.py VERSION', number],
  ['numbered-items.ts PAUSE_MS', number, '_gathering.py PAUSE_S', ms],
  ['numbered-items.ts PAUSE_MS_MAX', number, '_gathering.py PAUSE_S_MAX', ms],
  ['collections.ts ITEMS_PER_READ', number, '_gathering.py ITEMS_PER_READ', number],
  ['watches.ts ITEMS_PER_READ', number, '_gathering.py ITEMS_PER_READ', number],
  ['watches.ts WAIT_SECONDS', number, '_gathering.py WAIT_S', number],
  ['export-stream.ts NOTHING_LEFT', number, '_gathering.py NOTHING_LEFT', number],
  ['settings.ts TIMEOUT_MS', number, '_options.py TIMEOUT_S', ms],
  ['settings.ts RETRIES', number, '_options.py RETRIES', number],
  ['settings.ts RETRIES_MAX', number, '_options.py RETRIES_MAX', number],
  ['decimal.ts AMOUNT', pattern, '_options.py AMOUNT', pattern],
])('%s is the same in Python', (here, readHere, there, readThere) => {
  const found = readHere(written(TYPESCRIPT, here));
  expect(found).not.toBeNaN();
  expect(found).not.toBeNull();
  expect(readThere(written(PYTHON, there))).toEqual(found);
});

interface Ended {
  items: string[];
  end: string;
  spent: string;
}

/** Takes `count` items in TypeScript and gives the checkpoint after them. */
async function takeHere(keyword: string, count: number): Promise<[items: string[], checkpoint: string]> {
  const reelgate = new Reelgate({ baseUrl: gateway.url, apiKey: gateway.key });
  const walk = reelgate.videos.search({ platform: 'scripted', keyword, count: ITEMS });
  const steps = walk[Symbol.asyncIterator]();
  const items: string[] = [];
  while (items.length < count) items.push((await steps.next()).value!.id);
  return [items, walk.checkpoint()];
}

async function endHere(checkpoint: string): Promise<Ended> {
  const reelgate = new Reelgate({ baseUrl: gateway.url, apiKey: gateway.key });
  const walk = reelgate.videos.resume(checkpoint);
  const items: string[] = [];
  for await (const { id } of walk) items.push(id);
  return { items, end: walk.end, spent: walk.spent };
}

async function takeInPython(keyword: string, count: number): Promise<[items: string[], checkpoint: string]> {
  await walker.ask('new', keyword);
  for (let taken = 0; taken < count; ) {
    await walker.ask('step');
    taken = ((await walker.ask('state')) as Ended).items.length;
  }
  return [((await walker.ask('state')) as Ended).items, (await walker.ask('checkpoint')) as string];
}

async function endInPython(checkpoint: string): Promise<Ended> {
  await walker.ask('resume', checkpoint);
  while ((await walker.ask('step')) === true);
  return (await walker.ask('state')) as Ended;
}

test.runIf(hasPython).each([
  ['TypeScript', 'Python', takeHere, endInPython],
  ['Python', 'TypeScript', takeInPython, endHere],
])(
  'a walk of %s is continued by %s from its checkpoint, and no page is paid twice',
  async (from, _, take, end) => {
    const cost = PAGES * PRICE_MICROS;
    for (const count of [0, 2, ITEMS, ITEMS + 1]) {
      const before = await gateway.money();
      const [items, checkpoint] = await take(`猫 ${from} ${count}`, count);
      const rest = await end(checkpoint);
      expect({ ...rest, items: [...items, ...rest.items] }).toEqual({
        items: ALL,
        end: 'exhausted',
        spent: (cost / 1e6).toFixed(6),
      });
      expect(before.balance - (await gateway.money()).balance).toBe(cost);
    }
  },
);
