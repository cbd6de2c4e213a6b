// The story of watches: what everybody who asks gets, what their worker asks and when, and which rows change.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GatherOutcome, RunRead, RunRequest } from '../../call/gathering/gathered.ts';
import { failure } from '../../domain/failure.ts';
import { PacedWork } from '../../domain/limiting/paced-work.ts';
import { toMicros } from '../../domain/money.ts';
import type { Teller } from '../../testing/kept-story.ts';
import {
  HOUR,
  MINUTE,
  made,
  openCall,
  openStage,
  recordOf,
  SEARCH,
  type Stage,
  settlement,
} from '../../testing/story-stage.ts';
import { expectTold } from '../../testing/told/told.ts';
import { ownWatchPictures } from '../gathering/item-pictures.account.ts';
import { findFeed, writeFeed } from '../watches/read-feed.ts';
import {
  ownWatchCreate,
  ownWatchFeed,
  ownWatchFeedRemove,
  ownWatchItems,
  ownWatchList,
  ownWatchRead,
  ownWatchRemove,
  ownWatchRun,
  ownWatchRuns,
  ownWatchUpdate,
} from '../watches/watch.account.ts';
import { watchEnd, watchList, watchPause, watchRead, watchResume } from '../watches/watch.admin.ts';
import { WatchRuns } from '../watches/watch-runs.ts';

let stage: Stage;
/** How the next runs end, in turn. */
let script: ((request: RunRequest) => Promise<GatherOutcome>)[] = [];
/** Only runs of this watch; null: of any. */
let scripted: string | null = null;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A run that finds these items, charged like any call. */
const run =
  (names: readonly string[], read: Partial<RunRead> = {}) =>
  async (request: RunRequest): Promise<GatherOutcome> => {
    const { world } = stage;
    const micros = request.ceilingMicros;
    const hold = await openCall(world, request.holder, { requestId: request.requestId, micros });
    const kept = request.marksOnly ? [] : names;
    const lines = kept.map((id) => JSON.stringify(recordOf(id)));
    const text = lines.map((line) => `${line}\n`).join('');
    const body = text === '' ? null : gzipSync(text);
    const found = { items: kept.length, bytes: text.length, body, linksUntilMs: null, lines };
    const seen = names.map((id) => `x:${id}`);
    const charged = Math.min(micros, 100 + 1_000 * kept.length);
    await world.storage.gathered.settle({
      settle: settlement(hold, { micros: charged }),
      found: request.foundOf({ ...found, seen, pages: 2, gap: !request.marksOnly, isCut: false, ...read }),
    });
    return { kind: 'settled', items: kept.length, chargedMicros: toMicros(charged) };
  };
const fails =
  (code: Parameters<typeof failure>[0], more: Parameters<typeof failure>[2] = {}) =>
  async (): Promise<GatherOutcome> =>
    failure(code, 'no', more);

function worker(): WatchRuns {
  const { world, story, own } = stage;
  const { storage } = world;
  return new WatchRuns({
    storage,
    settings: () => ({ enabled: true, atOnce: 1, perAccount: 1 }),
    terms: own.watching.terms,
    async holderOf(keyId) {
      const key = await storage.keys.find({ id: keyId });
      const account = key && (await storage.accounts.find({ idOrName: key.accountId }));
      return key?.status === 'active' && account ? { key, account, secretValidUntilMs: null } : null;
    },
    turn: async () => story.note('waits for its turn'),
    async run(request) {
      const { holder, requestId, path, query, pagesMax, isDeeper, marksOnly, ceilingMicros } = request;
      const how = { pagesMax, isDeeper, marksOnly, ceilingMicros };
      story.note(`asks ${JSON.stringify([holder.key.id, requestId, path, query, how])}`);
      story.note(`seen ${JSON.stringify([...(await request.seen(['x:a', 'x:new']))])}`);
      const isMeant = scripted === null || requestId.startsWith(`w-${scripted}-`);
      return ((isMeant ? script.shift() : undefined) ?? run([]))(request);
    },
  });
}

let drawn = 0;
const ONE = { path: SEARCH, query: { keyword: 'cat', region: 7 }, every: '1h' };
const create = (teller: Teller, body: object = {}) =>
  stage.ask(ownWatchCreate, teller, { requestId: `wat-${++drawn}`, body: { ...ONE, ...body } });

/** Nothing happens just before it is due. */
async function dueAt({ world, work }: Stage, id: string): Promise<void> {
  const { dueAtMs } = (await world.storage.watches.find({ id }))!;
  world.advance(Math.max(0, dueAtMs - world.clock.nowMs() - 1));
  await work(worker());
  world.advance(1);
  await work(worker());
}

async function verbs({ everybody, everyOperator, ask, ...all }: Stage): Promise<string> {
  const { owner, limited, stranger } = all;
  const asked = { requestId: 'same', body: { ...ONE, name: 'mine', budget: { month: '0.2', total: '9' } } };
  const { watch } = await made(ask(ownWatchCreate, owner, asked));
  await ask(ownWatchCreate, owner, asked);
  await ask(ownWatchCreate, owner, { ...asked, body: { ...asked.body, pages_max: 2 } });
  await ask(ownWatchCreate, stranger, asked);
  await create(limited, { every: 'auto', baseline: 'deliver', pages_max: 2 });
  for (const wrong of [
    { every: '14m' },
    { budget: { month: '0' } },
    { query: { keyword: 'a', pcursor: 'b' } },
  ])
    await create(owner, wrong);
  await create(owner, { name: 'the last one' });
  await create(owner, { name: 'one too many' });
  const params = { watch: watch.id };
  await everybody(ownWatchList, { query: { limit: 2 } });
  await everybody(ownWatchRead, { params });
  for (const body of [
    { name: 'ours' },
    { every: '2h' },
    { pages_max: 4 },
    { budget: { month: null, total: '8' } },
  ])
    await everybody(ownWatchUpdate, { params, body });
  for (const state of ['paused', 'active']) await everybody(ownWatchUpdate, { params, body: { state } });
  await everyOperator(watchList, { query: { account: 'alpha' } });
  await everyOperator(watchRead, { params });
  return watch.id;
}

/** What a reader of feeds gets, at the address and beside it. */
async function feeds({ world, story, ask, owner }: Stage, watch: string): Promise<void> {
  const { feed } = await made(ask(ownWatchFeed, owner, { params: { watch } }));
  const name = feed.atom.split('/').at(-1)!;
  const deps = {
    storage: world.storage,
    clock: world.clock,
    title: () => 'The <title>',
    publicUrl: () => 'https://gate.example',
    version: '1.2.3',
  };
  const pace = new PacedWork(world.clock).paceOf('feeds');
  for (const one of [name, name.replace('atom', 'json'), name.replace('atom', 'rss'), `A${name.slice(1)}`]) {
    const found = await findFeed(deps, one);
    story.say('', `> a feed ${one}`, found === null ? 'null' : await writeFeed(deps, found, pace));
  }
}

/** Held money comes back by itself; for money that is spent, the watch waits for a top-up. */
async function withoutMoney({ world, story, ask, owner }: Stage, id: string): Promise<void> {
  const accountId = 'acc_alpha';
  const { balanceMicros } = (await world.storage.accounts.find({ idOrName: accountId }))!;
  const why = { actor: 'test', accountId, reason: 'so' };
  await world.storage.accounts.adjust({
    ...why,
    reference: null,
    amountMicros: toMicros(50 - balanceMicros),
  });
  script = [fails('INSUFFICIENT_BALANCE')];
  await dueAt(stage, id);
  await ask(ownWatchRead, owner, { params: { watch: id } });
  await world.storage.accounts.topUp({ ...why, reference: 'again', amountMicros: toMicros(balanceMicros) });
  story.happened();
  await ask(ownWatchUpdate, owner, { params: { watch: id }, body: { state: 'active' } });
}

async function runs({ everybody, everyOperator, ask, owner, work, world, ...all }: Stage, id: string) {
  const params = { watch: id };
  script = [run(['a', 'b']), run(['s']), run(['l1', 'l2'])];
  await work(worker());
  await everybody(ownWatchRead, { params });
  scripted = id;
  script = [run(['c', 'd'], { gap: false })];
  await dueAt(stage, id);
  for (const query of [{}, { after: 1 }, { limit: 1 }, { after: 2, wait: 3 }])
    await everybody(ownWatchItems, { params, query });
  await everybody(ownWatchPictures, { params, query: { after: 1 } });
  await everybody(ownWatchFeed, { params });
  await everybody(ownWatchFeedRemove, { params });
  for (const failed of [fails('UPSTREAM_BUSY'), fails('UPSTREAM_BUSY', { retryAfterMs: 5 * HOUR })]) {
    script = [failed];
    await dueAt(stage, id);
  }
  script = [async () => ({ kind: 'moved', retryAfterMs: null })];
  await dueAt(stage, id);
  script = [run(['e'])];
  await dueAt(stage, id);
  await everybody(ownWatchRuns, { params });
  await feeds(stage, id);
  await everybody(ownWatchRun, { params, requestId: 'run it' });
  await work(worker());
  await all.operate(watchRead, { params });
  for (const code of ['SPEND_CAP_REACHED', 'INSUFFICIENT_BALANCE', 'PRICE_CEILING', 'FORBIDDEN'] as const) {
    script = [fails(code)];
    await dueAt(stage, id);
    await ask(ownWatchRead, owner, { params });
    await ask(ownWatchUpdate, owner, { params, body: { state: 'active' } });
  }
  script = [fails('SPEND_CAP_REACHED', { retryAfterMs: 7 * HOUR })];
  await dueAt(stage, id);
  await ask(ownWatchUpdate, owner, { params, body: { state: 'active' } });
  await withoutMoney(stage, id);
  await everyOperator(watchPause, { params });
  await ask(ownWatchUpdate, owner, { params, body: { state: 'active' } });
  await ask(ownWatchRun, owner, { params, requestId: 'not now' });
  world.advance(3 * HOUR);
  await everyOperator(watchList, { query: { late: true } });
  await everyOperator(watchResume, { params });
}

async function ends(
  { everybody, everyOperator, ask, owner, capped, limited, world, work }: Stage,
  id: string,
) {
  const params = { watch: id };
  await world.storage.keys.revoke({ actor: 'test', id: 'key_owner' });
  await work(worker());
  await ask(ownWatchRead, capped, { params });
  await ask(ownWatchUpdate, capped, { params, body: { state: 'active' } });
  await ask(ownWatchUpdate, limited, { params, body: { state: 'active' } });
  const { items } = await world.storage.watches.list({ accountId: 'acc_alpha', limit: 9, after: null });
  const last = { watch: items.find(({ name }) => name === 'the last one')!.id };
  await everyOperator(watchEnd, { params });
  await ask(ownWatchUpdate, owner, { params, body: { state: 'active' } });
  await everybody(ownWatchRemove, { params: last });
  world.advance(MINUTE);
  await everybody(ownWatchList, { query: { state: 'ended' } });
}

test('watches: each caller gets what is kept, and no other row changes', async () => {
  const id = await verbs(stage);
  await runs(stage, id);
  await ends(stage, id);
  expectTold({ by: import.meta.filename, name: 'watches', text: stage.story.text(), begins: /^> / });
});

test('a watch is run by request twenty times in an hour, and not once more', async () => {
  const { ask, stranger, world, work } = stage;
  const { watch } = await made(create(stranger));
  const params = { watch: watch.id };
  const asked = [];
  for (let i = 0; i <= 20; i++) {
    const { code = 'runs' } = await ask(ownWatchRun, stranger, { params, requestId: `by hand ${i}` });
    asked.push(code);
    await work(worker());
  }
  expect(asked).toEqual([...Array<string>(20).fill('runs'), 'RATE_LIMITED']);
  world.advance(HOUR);
  expect(await ask(ownWatchRun, stranger, { params, requestId: 'later' })).toHaveProperty('watch');
});
