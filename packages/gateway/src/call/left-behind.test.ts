// Everything that a call leaves, in some hundred situations: answers with their headers, what providers were asked, every row of the ledger
// that changed, log lines and metrics, compared with a digest. Each situation is played as a dry run, as a call with an id, again
// with that id, with that id by another account, and some also without an id. So a repeat must move no money, and the other account nothing of the
// first.
import path from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { systemPorts } from '../assemble/core.ts';
import { DAY_MS } from '../domain/duration.ts';
import { TestUpstream } from '../mounts/testing/upstream.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { expectTold } from '../testing/told/told.ts';
import { createLines, WrittenCalls } from '../testing/written-calls.ts';
import { keptSituations } from './testing/kept-situations.ts';
import { mountSituations } from './testing/mount-situations.ts';
import type { Situation, World } from './testing/situation.ts';
import { SEARCH, settingsWith, situations } from './testing/situations.ts';

const NOON_MS = DAY_MS / 2;

const all: Record<string, Situation> = { ...keptSituations, ...mountSituations, ...situations };

const clock = createTestClock();
const lines = createLines();
let gateway: TestGateway;
let upstream: TestUpstream;
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
  upstream = await TestUpstream.start();
  upstream.settings();
  const mount = { url: upstream.url, file: path.join(upstream.folder, 'shop.json') };
  gateway = await startTestGateway({
    settings: settingsWith(mount),
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
  await upstream.close();
});

const world: World = {
  get gateway() {
    return gateway;
  },
  get key() {
    return ownKey;
  },
  get otherSecret() {
    return other.secret;
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

function passesOn(answers: NonNullable<Situation['upstream']>): void {
  upstream.respond = ({ method, url, headers, body }, response) => {
    const { host: _, ...sent } = headers;
    written.note(`${method} ${url} ${JSON.stringify(sent)} ${body}`);
    answers(response);
  };
}

/** Its query and its headers, once it is prepared. */
async function prepare(situation: Situation) {
  // Each begins at noon, so that it reads the same wherever it stands.
  clock.advance(DAY_MS - ((clock.nowMs() - NOON_MS) % DAY_MS));
  failing.clear();
  if (situation.script !== undefined) world.platform(situation.script);
  if (situation.upstream !== undefined) passesOn(situation.upstream);
  await situation.before?.(world);
  const query = { ...situation.query, ...(await situation.asks?.(world)) };
  const headers = { ...situation.headers, ...(await situation.headersOf?.(world)) };
  return { query, headers };
}

async function play(situation: Situation, id: string) {
  const { path: target = SEARCH, between, isStuck = false, alsoWithoutId = false } = situation;
  const { method = 'GET', body } = situation;
  const { query, headers } = await prepare(situation);
  written.begin({
    atMs: clock.nowMs(),
    isStuck,
    accountOf: (key) => (key === other.secret ? accounts.other : accounts.own),
  });
  const at = (more: Record<string, string> = {}) => `${target}?${new URLSearchParams({ ...query, ...more })}`;
  const plain = { headers, method, ...(body !== undefined && { body }) };
  const chosen = { ...plain, headers: { ...headers, 'x-reelgate-request-id': id } };
  await written.ask('a dry run', at({ dry_run: '1' }), plain);
  await written.ask('a call with an id', at(), chosen);
  if (!isStuck) {
    await between?.(world, id);
    written.skip();
    await written.ask('again', at(), chosen);
  }
  await written.ask('by another account', at(), { ...chosen, key: other.secret });
  if (alsoWithoutId) await written.ask('without an id', at(), plain);
  return written.text();
}

test.each(Object.entries(all))('what is left behind by %s', async (name, situation) => {
  const number = Object.keys(all).indexOf(name) + 1;
  const id = `call-${String(number).padStart(3, '0')}`;
  written.call(id, 'call-id');
  const text = await play(situation, id);
  expectTold({ by: import.meta.filename, name, text, begins: /^\S/ });
});

test('the metrics count all of them', async () => {
  expectTold({ by: import.meta.filename, name: 'all metrics', text: await written.metrics() });
});
