// Collections from their making to their deletion, of two accounts.

import { toMicros } from '../../../domain/money.ts';
import { pageRequestId } from '../../../domain/request-id.ts';
import type { CreateCollection } from '../../nouns/collections.ts';
import type { PageFound } from '../../nouns/gathered.ts';
import type { Storage } from '../../storage.ts';
import { newCollection } from '../gathered.ts';
import { openHold, PRICE, settlementOf } from '../payer.ts';
import type { Recorder } from '../recorder.ts';
import { addOwners, claimDue, col, foundOf, OTHER_KEY, ownerOf } from './gathered-parts.ts';
import { DAY, eachPage, HOUR } from './same-for-all.ts';

const KEEP = 7 * DAY;

const collectionOf = (n: number, side: string, more: Partial<CreateCollection> = {}) =>
  newCollection(ownerOf(side).accountId, {
    ...{ ...ownerOf(side), id: col(n), requestId: `made-${n}`, fingerprint: `f-${n}`, name: `list ${n}` },
    ...{ platform: 'tube', budgetMicros: toMicros(5_000), mostMicros: PRICE, keptMax: 4 },
    ...{ questions: [{ path: '/p', query: { keyword: `cats ${n}` } }], ...more },
  });

type Next = PageFound['next'];

/** Settles the page of this number. */
async function settlePage(
  storage: Storage,
  n: number,
  side: string,
  page: number,
  names: string[],
  next: Next,
  call = page,
): Promise<void> {
  const hold = await openHold(storage, `acc_${side}`, pageRequestId(col(n), call));
  const found = { kind: 'page' as const, collectionId: col(n), page, next, keepMs: KEEP, ...foundOf(names) };
  await storage.gathered.settle({ settle: settlementOf(hold, { answer: null }), found });
}

async function makeCollections({ storage, title }: Recorder): Promise<void> {
  const { collections } = storage;
  title('collections are made');
  await collections.create(collectionOf(1, 'a'));
  await collections.create(collectionOf(1, 'a'));
  await collections.create(collectionOf(2, 'a', { requestId: 'made-1' }));
  const two = [
    { path: '/p', query: { keyword: 'x' } },
    { path: '/p', query: { keyword: 'y' } },
  ];
  await collections.create(collectionOf(2, 'a', { questions: two, name: null }));
  await collections.create(collectionOf(3, 'a'));
  await collections.create(collectionOf(4, 'a', { budgetMicros: toMicros(1_500) }));
  await collections.create(collectionOf(5, 'a'));
  await collections.create(collectionOf(5, 'b', { untilMs: Date.parse('2026-11-15T13:00:00.000Z') }));
  await collections.create(collectionOf(6, 'b', { requestId: 'made-1' }));
  await collections.create({ ...collectionOf(7, 'b'), accountId: 'acc_none' });
  await collections.made({ accountId: 'acc_a', requestId: 'made-1', fingerprint: 'f-1' });
  await collections.made({ accountId: 'acc_b', requestId: 'made-1', fingerprint: 'f-1' });
  await collections.made({ accountId: 'acc_b', requestId: 'made-3', fingerprint: 'f-3' });
  for (const n of [2, 1, 9]) await collections.questions({ id: col(n) });
}

async function collect({ storage, title, clock }: Recorder): Promise<void> {
  const { collections, duties, found } = storage;
  title('pages are fetched');
  const begin = (n: number, lease = 'l-1') => ({
    id: col(n),
    lease,
    mostMicros: PRICE,
    runningMax: 2,
    keepMs: KEEP,
  });
  await claimDue(storage, 'collection', 'l-1');
  await collections.nextPage(begin(1));
  await collections.beginPage(begin(1, 'l-0'));
  await collections.beginPage(begin(1));
  await settlePage(storage, 1, 'a', 0, ['one', 'two'], { question: 0, pcursor: 'p1' });
  await settlePage(storage, 1, 'a', 0, ['one', 'two'], { question: 0, pcursor: 'p1' }, 7).catch(() => {});
  await collections.nextPage(begin(1));
  await settlePage(storage, 1, 'a', 1, [], { question: 0, pcursor: 'p2' });
  await collections.nextPage(begin(1));
  await collections.beginPage(begin(2));
  await settlePage(storage, 2, 'a', 0, ['two', 'three'], {
    question: 1,
    pcursor: null,
    listEnd: 'upstream_cap',
  });
  await collections.beginPage(begin(4));
  await collections.beginPage(begin(3));
  title('collections wait, are skipped on, yield, end');
  const wait = { dueInMs: 5 * HOUR, keepMs: KEEP };
  await collections.wait({
    ...wait,
    id: col(1),
    lease: 'l-0',
    waitingFor: 'provider',
    failure: 'UPSTREAM_BUSY',
  });
  await collections.wait({
    ...wait,
    id: col(1),
    lease: 'l-1',
    waitingFor: 'provider',
    failure: 'UPSTREAM_BUSY',
  });
  await collections.beginPage(begin(3));
  await duties.figures();
  await collections.beginPage(begin(5));
  await collections.wait({ ...wait, id: col(5), lease: 'l-1', waitingFor: 'balance', failure: null });
  await storage.accounts.topUp({
    actor: 'admin',
    accountId: 'acc_b',
    amountMicros: PRICE,
    reference: 'more',
    reason: null,
  });
  const share = { kind: 'collection', leaseMs: HOUR, limit: 9, perParty: 3, held: { acc_a: 3 } } as const;
  await duties.claim({ ...share, lease: 'l-cap' });
  await collections.wait({ ...wait, id: col(5), lease: 'l-cap', waitingFor: 'cap', failure: null });
  await storage.keys.update({ actor: 'x', id: ownerOf('a').keyId, dailyCapMicros: toMicros(90_000) });
  await storage.keys.update({ actor: 'x', id: ownerOf('b').keyId, dailyCapMicros: toMicros(90_000) });
  await collections.skip({ id: col(2), lease: 'l-0', failure: 'NOT_FOUND', isRefused: true, keepMs: KEEP });
  await collections.skip({ id: col(2), lease: 'l-1', failure: 'NOT_FOUND', isRefused: true, keepMs: KEEP });
  await claimDue(storage, 'collection', 'l-2');
  await collections.beginPage(begin(3, 'l-2'));
  await collections.yield({ id: col(3), lease: 'l-1' });
  await collections.yield({ id: col(3), lease: 'l-2' });
  await claimDue(storage, 'collection', 'l-3');
  await collections.beginPage(begin(4, 'l-2'));
  await settlePage(storage, 4, 'a', 0, ['x'], { question: 0, pcursor: 'p' });
  await collections.beginPage(begin(4, 'l-2'));
  await collections.beginPage(begin(3, 'l-3'));
  await collections.skip({ id: col(3), lease: 'l-3', failure: 'BAD', isRefused: false, keepMs: KEEP });
  await collections.end({ id: col(6), lease: 'l-0', end: 'key', failure: null, keepMs: KEEP });
  await collections.end({ id: col(6), lease: 'l-1', end: 'key', failure: 'KEY_REVOKED', keepMs: KEEP });
  clock.advance(HOUR);
  await claimDue(storage, 'collection', 'l-4');
  await collections.beginPage(begin(5, 'l-4'));
  for (const after of [0, 1, 2]) await found.read({ owner: col(1), after, limit: 1 });
  await found.read({ owner: col(2), after: 0, limit: 9 });
  await found.index({ owner: col(1) });
  await found.index({ owner: col(9) });
  for (const items of [['tube:two', 'tube:three'], ['tube:one']]) await found.seen({ owner: col(1), items });
  await found.seen({ owner: col(2), items: [] });
}

/** Pages that were charged before a restore: one is delivered again, one cannot be had. */
async function redoCharged({ storage, title }: Recorder): Promise<void> {
  const { collections, gathered } = storage;
  title('pages that were charged and are not on their collection');
  await collections.create(collectionOf(8, 'a', { requestId: 'made-8' }));
  const page = (n: number, names: string[]): PageFound => ({
    ...{ kind: 'page', collectionId: col(8), page: n, next: { question: 0, pcursor: 'p' }, keepMs: KEEP },
    ...foundOf(names),
  });
  for (const [n, names, failure] of [
    [0, ['again'], null],
    [1, [], 'VIDEO_NOT_FOUND'],
  ] as const) {
    const of = { accountId: 'acc_a', requestId: pageRequestId(col(8), n) };
    await storage.calls.settle(settlementOf(await openHold(storage, of.accountId, of.requestId)));
    for (const _twice of [1, 2]) await gathered.noteFound(of);
    await gathered.noteFound({ ...of, accountId: 'acc_b' });
    await gathered.paid({ accountId: 'acc_a', ownerId: col(8), from: n });
    for (const _twice of [1, 2]) await gathered.redo({ ...of, found: page(n, [...names]), failure });
  }
  await collections.remove({ actor: 'key:k', id: col(8) });
}

async function changeCollections({ storage, title, clock }: Recorder): Promise<void> {
  const { collections } = storage;
  title('owners change, cancel and remove');
  const actor = 'key:k';
  await collections.update({ actor, id: col(1), name: 'renamed' });
  await collections.update({ actor, id: col(1), budgetMicros: toMicros(1_999) });
  await collections.update({
    actor,
    id: col(1),
    budgetMicros: toMicros(2_000),
    itemsMax: 3,
    mostMicros: toMicros(700),
  });
  await collections.update({ actor, id: col(1), itemsMax: 1 });
  await collections.update({ actor, id: col(2), itemsMax: 20 });
  await collections.update({ actor, id: col(2), name: null });
  await collections.update({ actor, id: col(6), keyId: OTHER_KEY });
  await collections.update({ actor, id: col(9), name: 'x' });
  await eachPage(collections.list, {}, 2);
  await eachPage(collections.list, { accountId: 'acc_b' }, 1);
  await collections.list({ keyId: OTHER_KEY, limit: 9, after: null });
  await collections.list({ state: 'waiting', limit: 9, after: null });
  await collections.list({ accountId: 'acc_a', state: 'done', limit: 9, after: null });
  await collections.list({ dueBeforeMs: clock.nowMs(), limit: 9, after: null });
  await claimDue(storage, 'collection', 'l-5');
  await collections.beginPage({ id: col(6), lease: 'l-5', mostMicros: PRICE, runningMax: 2, keepMs: KEEP });
  await collections.cancel({ actor, id: col(6), keepMs: KEEP });
  await settlePage(storage, 6, 'b', 0, ['late'], { question: 0, pcursor: 'more' });
  await collections.cancel({ actor, id: col(6), keepMs: KEEP });
  await collections.cancel({ actor, id: col(1), keepMs: KEEP });
  await collections.cancel({ actor, id: col(9), keepMs: KEEP });
  await collections.remove({ actor, id: col(3) });
  await collections.remove({ actor, id: col(3) });
  for (const n of [2, 3, 6]) await collections.find({ id: col(n) });
  title('and what is over is deleted');
  await collections.purge({});
  await collections.purge({ id: col(1) });
  await collections.purge({});
  clock.advance(KEEP);
  for (let n = 0; n < 9; n++) await collections.purge({});
  clock.advance(30 * DAY);
  await collections.purge({ id: col(2) });
  await collections.purge({});
}

export async function playCollections(recorder: Recorder): Promise<void> {
  await addOwners(recorder);
  await makeCollections(recorder);
  await collect(recorder);
  await redoCharged(recorder);
  await changeCollections(recorder);
}
