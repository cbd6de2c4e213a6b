// Everything that a call leaves, in some sixty situations: answers with their headers, what providers were asked, every row of the ledger
// that changed, log lines and metrics, compared in full with a file. Each situation is played as a dry run, as a call with an id, again
// with that id, with that id by another account, and without an id. So a repeat must move no money, and the other account nothing of the
// first. After an intended change: `npx vitest run packages/gateway/src/call/left-behind.test.ts -u`, and read the difference.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemPorts } from '../assemble/core.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { createLines, WrittenCalls } from '../testing/written-calls.ts';
import { SEARCH, SETTINGS, type Situation, situations, type World } from './testing/situations.ts';

const FOLDER = path.join(import.meta.dirname, 'testing/left-behind');
const DAY_MS = 86_400_000;
const NOON_MS = DAY_MS / 2;
const METRICS = 'all-metrics.txt';
const fileOf = (name: string) => `${name.replaceAll(',', '').replaceAll(' ', '-')}.txt`;

const clock = createTestClock();
const lines = createLines();
let gateway: TestGateway;
let written: WrittenCalls;
let other: { id: string; secret: string };
let ownKey: string;
const accounts = { own: '', other: '' };
/** Verbs of calls that the ledger cannot do. */
const failing = new Set<string>();

const openFailing: typeof systemPorts.openStorage = async (...given) => {
  const storage = await systemPorts.openStorage(...given);
  const calls = Object.fromEntries(
    Object.entries(storage.calls).map(([name, verb]) => [
      name,
      (...input: never[]) =>
        failing.has(name)
          ? Promise.reject(new StorageUnavailable('the ledger is away'))
          : (verb as (...all: never[]) => unknown)(...input),
    ]),
  );
  return { ...storage, calls: calls as unknown as typeof storage.calls };
};

beforeAll(async () => {
  gateway = await startTestGateway({
    settings: SETTINGS,
    ports: { clock, chance: () => 0, intervals: () => () => {}, log: lines.log, openStorage: openFailing },
  });
  written = new WrittenCalls(gateway, lines);
  other = await gateway.newAccount('other');
  const { body } = await gateway.admin('keys');
  for (const { id, account_id, name } of body.keys) {
    const whose = name === 'test' ? 'other' : 'own';
    if (whose === 'own') ownKey = id;
    accounts[whose] = account_id;
    written.call(id, `${whose}-key`);
    written.call(account_id, `${whose}-account`);
  }
});
afterAll(async () => {
  written.close();
  await gateway.close();
});

const world: World = {
  get gateway() {
    return gateway;
  },
  get key() {
    return ownKey;
  },
  advance: (ms) => clock.advance(ms),
  platform(script) {
    gateway.script = (query, at) => {
      written.note(`${at.provider}: ${query}`);
      return script(query, at);
    };
  },
  fail: (verb) => void failing.add(verb),
  mend: () => failing.clear(),
};

async function play(
  { path: target = SEARCH, query, headers = {}, script, before, between, isStuck = false }: Situation,
  id: string,
) {
  // Each begins at noon, so that it reads the same wherever it stands.
  clock.advance(DAY_MS - ((clock.nowMs() - NOON_MS) % DAY_MS));
  failing.clear();
  if (script !== undefined) world.platform(script);
  await before?.(world);
  written.begin({
    atMs: clock.nowMs(),
    isStuck,
    accountOf: (key) => (key === other.secret ? accounts.other : accounts.own),
  });
  const at = (more: Record<string, string> = {}) => `${target}?${new URLSearchParams({ ...query, ...more })}`;
  const chosen = { headers: { ...headers, 'x-reelgate-request-id': id } };
  await written.ask('a dry run', at({ dry_run: '1' }), { headers });
  await written.ask('a call with an id', at(), chosen);
  if (!isStuck) {
    await between?.(world, id);
    written.skip();
    await written.ask('again', at(), chosen);
  }
  await written.ask('by another account', at(), { ...chosen, key: other.secret });
  await written.ask('without an id', at(), { headers });
  return written.text();
}

test.each(Object.entries(situations))('what is left behind by %s', async (name, situation) => {
  const number = Object.keys(situations).indexOf(name) + 1;
  const id = `call-${String(number).padStart(3, '0')}`;
  written.call(id, 'call-id');
  const text = await play(situation, id);
  await expect(text).toMatchFileSnapshot(path.join(FOLDER, fileOf(name)));
});

test('the metrics count all of them', async () => {
  await expect(await written.metrics()).toMatchFileSnapshot(path.join(FOLDER, METRICS));
});

test('no file is left of a situation that is gone', () => {
  const files = [...Object.keys(situations).map(fileOf), METRICS];
  expect(readdirSync(FOLDER).sort()).toEqual(files.sort());
});
