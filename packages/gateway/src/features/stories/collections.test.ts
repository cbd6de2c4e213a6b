// The story of collections: what everybody who asks gets, what their worker asks and when, and which rows change.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CollectRequest, GatherOutcome, PageRead } from '../../call/gathering/gathered.ts';
import { failure } from '../../domain/failure.ts';
import { PacedWork } from '../../domain/limiting/paced-work.ts';
import { toMicros } from '../../domain/money.ts';
import type { Teller } from '../../testing/kept-story.ts';
import {
  DAY,
  HOUR,
  holderOf,
  made,
  openCall,
  openStage,
  recordOf,
  SEARCH,
  STEP,
  type Stage,
  settlement,
} from '../../testing/story-stage.ts';
import { expectTold } from '../../testing/told/told.ts';
import { CollectionWork, type CollectionWorkDeps, RETRY_MS_MAX } from '../collections/collect.ts';
import {
  collectionCancel,
  collectionCreate,
  collectionItems,
  collectionList,
  collectionRead,
  collectionRemove,
  collectionUpdate,
  exportLinkCreate,
} from '../collections/collection.account.ts';
import {
  adminCollectionList,
  adminCollectionRead,
  adminCollectionStop,
} from '../collections/collection.admin.ts';
import { EXPORT_COLUMNS, Exports } from '../collections/export-form.ts';
import { collectionPictures } from '../gathering/item-pictures.account.ts';

let stage: Stage;
/** How the next pages end, in turn. */
let script: ((request: CollectRequest) => Promise<GatherOutcome>)[];
let isOff = false;
beforeAll(async () => {
  stage = await openStage();
  script = [];
  stage.own.collecting.keep = () => ({ keepMs: 7 * DAY, termsMs: 20 * DAY });
});
afterAll(() => stage.close());

const NOTHING = { pcursor: null, end: 'exhausted', unanswered: [] } as const;

/** A page with these items, charged like any call. */
const page =
  (names: readonly string[], read: Partial<PageRead> = {}) =>
  async (request: CollectRequest): Promise<GatherOutcome> => {
    const { world } = stage;
    const micros = request.ceilingMicros;
    const hold = await openCall(world, request.holder, { requestId: request.requestId, micros });
    const text = names
      .map(
        (id) => `${JSON.stringify(recordOf(id))}
`,
      )
      .join('');
    const body = text === '' ? null : gzipSync(text);
    const found = { items: names.length, bytes: text.length, body, linksUntilMs: null };
    const seen = names.map((id) => `x:${id}`);
    const charged = Math.min(micros, 1_000 * names.length);
    await world.storage.gathered.settle({
      settle: settlement(hold, { micros: charged }),
      found: request.foundOf({ ...NOTHING, ...found, seen, ...read }),
    });
    return { kind: 'settled', items: names.length, chargedMicros: toMicros(charged) };
  };
const fails =
  (code: Parameters<typeof failure>[0], more: Parameters<typeof failure>[2] = {}) =>
  async (): Promise<GatherOutcome> =>
    failure(code, 'no', more);

async function shownHolder({ storage }: Stage['world'], keyId: string) {
  const key = await storage.keys.find({ id: keyId });
  const account = key && (await storage.accounts.find({ idOrName: key.accountId }));
  return key?.status === 'active' && account ? { key, account, secretValidUntilMs: null } : null;
}

function worker(changes: Partial<CollectionWorkDeps> = {}): CollectionWork {
  const { world, story, own } = stage;
  return new CollectionWork({
    ...{ storage: world.storage, clock: world.clock, isOff: () => isOff },
    settings: () => ({ enabled: true, atOnce: 1, perAccount: 1, runningMax: 2 }),
    keep: own.collecting.keep,
    terms: own.collecting.terms,
    holderOf: (keyId) => shownHolder(world, keyId),
    turn: async () => story.note('waits for its turn'),
    async collect(request) {
      const { holder, requestId, path, query, itemsLeft, ceilingMicros } = request;
      story.note(`asks ${JSON.stringify([holder.key.id, requestId, path, query, itemsLeft, ceilingMicros])}`);
      const seen = await request.seen(['x:a', 'x:new']);
      story.note(`seen ${JSON.stringify([...seen])}`);
      return (script.shift() ?? page([]))(request);
    },
    ...changes,
  });
}

let drawn = 0;
const create = (teller: Teller, body: object) =>
  stage.ask(collectionCreate, teller, { requestId: `col-${++drawn}`, body });
const ONE = { path: SEARCH, query: { keyword: 'cat', region: 7 }, budget: '1' };

async function verbs({ everybody, everyOperator, ask, ...all }: Stage): Promise<void> {
  const { owner, limited, stranger } = all;
  const asked = { requestId: 'same', body: { ...ONE, name: 'mine', items_max: 6 } };
  const { collection } = await made(ask(collectionCreate, owner, asked));
  await ask(collectionCreate, owner, asked);
  await ask(collectionCreate, owner, { ...asked, body: { ...asked.body, items_max: 7 } });
  await ask(collectionCreate, stranger, asked);
  await create(limited, { ...ONE, until: '2026-11-16T12:00:00.000Z' });
  // Of the two ends the earlier one counts, and the terms of the platform are one of them.
  await create(stranger, { ...ONE, until: '2026-12-20T12:00:00.000Z' });
  for (const wrong of [{ budget: '0.0001' }, { until: '2026-11-15T12:00:00.000Z' }, { ids: ['a'] }])
    await create(owner, { ...ONE, ...wrong });
  const params = { collection: collection.id };
  await everybody(collectionList, { query: { limit: 2 } });
  await everybody(collectionRead, { params });
  await everybody(exportLinkCreate, { params, body: {} });
  for (const body of [{ name: 'ours' }, { budget: '2' }, { items_max: 8 }, { key: 'this' }])
    await everybody(collectionUpdate, { params, body });
  await everyOperator(adminCollectionList, { query: { account: 'alpha' } });
  await everyOperator(adminCollectionRead, { params });
}

async function pages({ everybody, ask, owner, work, world, ...all }: Stage, id: string): Promise<void> {
  const params = { collection: id };
  script = [
    page(['a', 'b'], { pcursor: 'p2', end: 'more', linksUntilMs: world.clock.nowMs() + HOUR }),
    fails('UPSTREAM_BUSY'),
  ];
  script.push(page(['x']), page(['y']));
  await work(worker());
  await everybody(collectionRead, { params });
  for (const query of [{}, { after: 1 }, { after: 2 }, { limit: 1 }])
    await everybody(collectionItems, { params, query });
  await everybody(collectionPictures, { params, query: { after: 1 } });
  for (const body of [{ items_max: 1 }, { budget: '0.001' }])
    await ask(collectionUpdate, owner, { params, body });
  for (const end of ['UPSTREAM_BUSY', 'INSUFFICIENT_BALANCE'] as const) {
    script = [fails(end)];
    await dueAt(stage, id, 1);
  }
  script = [fails('SPEND_CAP_REACHED', { cap: { resetsAtMs: world.clock.nowMs() + 5 * HOUR } as never })];
  await dueAt(stage, id, 1);
  script = [async () => ({ kind: 'moved', retryAfterMs: 2_500 })];
  await dueAt(stage, id, 1);
  script = [page(['c', 'd', 'e', 'f', 'g', 'h'])];
  await dueAt(stage, id, 1);
  await everybody(collectionRead, { params });
  await everybody(exportLinkCreate, { params, body: { format: 'csv', expires_in_seconds: 60 } });
  await all.operate(adminCollectionRead, { params });
  await exported(stage, id);
}

/** Nothing happens just before it is due. */
async function dueAt({ world, work }: Stage, id: string, msBefore: number): Promise<void> {
  const { dueAtMs } = (await world.storage.collections.find({ id }))!;
  world.advance(dueAtMs - world.clock.nowMs() - msBefore);
  await work(worker());
  world.advance(msBefore);
  await work(worker());
}

/** What a caller downloads, in whole and in parts. */
async function exported({ world, story }: Stage, id: string): Promise<void> {
  const exports = new Exports(world.storage);
  const pace = new PacedWork(world.clock).paceOf('exports');
  for (const format of ['jsonl', 'csv'] as const) {
    const view = await exports.viewOf(
      { id },
      { format, columns: EXPORT_COLUMNS, bom: false },
      world.clock.nowMs(),
    );
    const plan = await exports.planOf(view, pace);
    story.say('', `> an export as ${format}: ${JSON.stringify({ tag: view.tag, ...plan })}`);
    for (const [first, last] of [
      [0, plan.bytes - 1],
      [3, 40],
      [plan.parts[0]!.bytes + 2, plan.bytes - 5],
    ] as const) {
      const parts = [];
      for await (const part of exports.bytesOf(view, plan, { first, last, pace })) parts.push(part);
      story.say(`${first} to ${last}: ${Buffer.concat(parts).toString()}`);
    }
  }
}

async function ends(
  { everybody, everyOperator, ask, owner, world, operate, work }: Stage,
  id: string,
): Promise<void> {
  const params = { collection: id };
  world.advance(7 * DAY - STEP - 1);
  for (const verb of [collectionItems, exportLinkCreate])
    for (const _ of [1, 2])
      await ask(verb, owner, { params, ...(verb === exportLinkCreate && { body: {} }) });
  await everybody(collectionRemove, { params });
  const batch = { path: SEARCH, ids: ['a', 'b', 'c', 'a'], budget: '1' };
  const several = {
    path: SEARCH,
    queries: [{ query: { keyword: 'one' } }, { query: { keyword: 'two' } }],
    budget: '1',
  };
  const second = (await made(create(owner, several))).collection.id;
  script = [page([], { end: 'upstream_cap' }), page(['q'], { end: 'unknown' })];
  await work(worker());
  await ask(collectionRead, owner, { params: { collection: second } });
  // A question that is refused at its first page is counted; one that is refused later has ended.
  const refused = (
    await made(
      create(owner, { ...several, queries: [...several.queries, several.queries[0]], name: 'refused' }),
    )
  ).collection.id;
  const more = { pcursor: 'p2', end: 'more' } as const;
  const refuses = fails('INVALID_REQUEST');
  script = [refuses, refuses, page(['r'], more), refuses];
  await work(worker());
  await ask(collectionRead, owner, { params: { collection: refused } });
  await ask(collectionRemove, owner, { params: { collection: refused } });
  const third = (await made(create(owner, batch))).collection.id;
  script = [page(['a'], { unanswered: ['b', 'c'] }), fails('UPSTREAM_BUSY')];
  await work(worker());
  await everybody(collectionCancel, { params: { collection: third } });
  await ask(collectionRemove, owner, { params: { collection: second } });
  const fourth = (await made(create(owner, ONE))).collection.id;
  await everyOperator(adminCollectionStop, { params: { collection: fourth } });
  isOff = true;
  const fifth = (await made(create(owner, ONE))).collection.id;
  await work(worker());
  isOff = false;
  await operate(adminCollectionRead, { params: { collection: fifth } });
  world.advance(RETRY_MS_MAX);
  await world.storage.keys.revoke({ actor: 'test', id: 'key_owner' });
  await work(worker());
  await ask(collectionRead, owner, { params: { collection: fifth } });
}

test('collections: each caller gets what is kept, and no other row changes', async () => {
  await verbs(stage);
  const alphas = await stage.world.storage.collections.list({
    accountId: 'acc_alpha',
    limit: 9,
    after: null,
  });
  const { id } = alphas.items.find(({ name }) => name === 'ours')!;
  expect(holderOf(stage.owner).account.id).toBe('acc_alpha');
  await pages(stage, id);
  await ends(stage, id);
  expectTold({ by: import.meta.filename, name: 'collections', text: stage.story.text(), begins: /^> / });
});
