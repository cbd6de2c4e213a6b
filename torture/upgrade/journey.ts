// The steps of one installation from an older release to this one, back and forward again, one node after the other, with paid calls at
// every step.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../packages/gateway/src/testing/eventually.ts';
import { Gatherer } from './gathering.ts';
import type { Installation } from './installation.ts';
import type { Judge } from './judge.ts';
import { type Release, thisRelease } from './release.ts';

export interface Journey {
  world: Installation;
  judge: Judge;
  older: Release;
  say(step: string): void;
}

const RECORDS = 5;

const named = (name: string) => Array.from({ length: RECORDS }, (_, n) => `${name}-${n}`);

export async function travel(journey: Journey): Promise<void> {
  const { world, older, say } = journey;
  say(`old data by ${older.name}`);
  await world.begin(older);
  await importOnce(journey, named('old'));
  await trade(journey, 'old');
  for (let at = 0; at < world.nodeCount; at++) await upgrade(journey, at);
  await publishFirstPrices(journey);
  await world.importRecords(0, named('new'));
  await listAuthors(journey, 'after the upgrade');
  const gatherer = new Gatherer(journey);
  await gatherer.begin();
  await trade(journey, 'new');
  for (let at = 0; at < world.nodeCount; at++) await goBack(journey, at);
  await importOnce(journey, named('back'));
  await gatherer.creditAtOlder();
  await trade(journey, 'back');
  for (let at = 0; at < world.nodeCount; at++) await goForward(journey, at, gatherer);
  await listAuthors(journey, 'forward again');
  await trade(journey, 'forward');
}

/** Into every library that a node of this installation searches. */
async function importOnce({ world }: Journey, names: readonly string[]): Promise<void> {
  const libraries = new Set<Set<string>>();
  for (const { at } of world.nodes) {
    const records = world.recordsOf(at);
    if (!libraries.has(records)) await world.importRecords(at, names);
    libraries.add(records);
  }
}

/** Calls of both customers at every node, then everything is judged. */
async function trade({ world, judge, older, say }: Journey, name: string): Promise<void> {
  // The words of a filter have had other bounds, and the release before them knows no filter.
  const filters = older.hasSteps ? [{ duration: 'short' }, { duration: 'long' }] : [];
  for (const { at } of world.nodes) {
    for (const [n, who] of world.customers.entries()) {
      const query = { keyword: `${name} ${at}`, count: '5', ...filters[n] };
      const answer = await world.buy(at, { platform: 'peertube', query }, who);
      judge.expect(`${name}: a paid search at node ${at}`, [answer.status, answer.charged], [200, 12_000]);
    }
  }
  await judge.judge(name);
  say(`${name}: ${judge.facts} facts, ${judge.faults.length} faults`);
}

/** In a hurry: nodes are killed. */
async function goBack(journey: Journey, at: number): Promise<void> {
  const { world, older, say } = journey;
  await world.replace(at, older, 'SIGKILL');
  say(`back: node ${at} is ${older.name}`);
  await trade(journey, `back ${at}`);
}

async function goForward(journey: Journey, at: number, gatherer: Gatherer): Promise<void> {
  const { world, say } = journey;
  await world.replace(at, thisRelease);
  say(`forward: node ${at} is ${thisRelease.name}`);
  if (at === 0) await gatherer.goOn();
  await trade(journey, `forward ${at}`);
}

/** The older release kept the library in a file of the node. The first new node on PostgreSQL does not read that file. */
async function upgrade(journey: Journey, at: number): Promise<void> {
  const { world, older } = journey;
  const isLeft = !world.isOnSqlite && !older.keepsLibraryInDatabase;
  if (isLeft && at === 0) await bringOver(journey);
  else await world.replace(at, thisRelease);
  journey.say(`upgrade: node ${at} is ${thisRelease.name}`);
  await trade(journey, `upgrade ${at}`);
}

async function bringOver({ world, judge }: Journey): Promise<void> {
  const left = [...world.recordsOf(0)];
  const node = await world.replace(0, thisRelease);
  const file = path.join(world.dataOf(0), 'library.db');
  const command = `reelgate library import ${file}`;
  judge.expect('the start says what to do', node.process.err.includes(command), true);
  judge.expect('a node without its library is not ready', (await world.ready(0)).status, 503);
  for (const who of world.customers) {
    const refused = await world.buy(0, { platform: 'library', query: { keyword: 'cat' } }, who);
    judge.expect('nothing of it is sold', [refused.status, refused.charged], [503, 0]);
  }
  const bytes = readFileSync(file);
  const { code, err } = await world.command(0, 'library', 'import', file);
  judge.expect(`library import ${err}`, code, 0);
  judge.expect('the file is as it was', readFileSync(file).equals(bytes), true);
  for (const id of left) world.recordsOf(0).add(id);
  await eventually(
    () => world.ready(0),
    ({ status }) => status === 200,
  );
}

/** Operations that the older release did not have get a price only when one is published. */
async function publishFirstPrices({ world, judge }: Journey): Promise<void> {
  const { body } = await world.admin(0, 'overview');
  const unpriced = body.decisions.filter(({ kind }: { kind: string }) => kind === 'unpriced');
  judge.expect('new routes without a price are told of', unpriced.length, 1);
  if (unpriced.length === 0) return;
  judge.expect('with the command', unpriced[0].text.endsWith('reelgate catalog apply --first-prices'), true);
  judge.expect('also at the start', world.nodes[0]!.process.err.includes(unpriced[0].text), true);
  const { code, err } = await world.command(0, 'catalog', 'apply', '--first-prices', '--yes');
  judge.expect(`catalog apply ${err}`, code, 0);
}

/** Every record has the same author, whichever release imported it. Nodes follow new prices within seconds. */
async function listAuthors({ world, judge }: Journey, when: string): Promise<void> {
  const wish = {
    platform: 'library',
    action: 'list_author_videos_v2',
    query: { author_id: 'UC1', count: '50' },
  };
  const answer = await eventually(
    () => world.buy(0, wish),
    ({ status }) => status !== 404,
  );
  const found = (answer.body?.items ?? []).map(({ id }: { id: string }) => id).sort();
  judge.expect(
    `${when}: videos of the author`,
    [answer.status, found],
    [200, [...world.recordsOf(0)].sort()],
  );
}
