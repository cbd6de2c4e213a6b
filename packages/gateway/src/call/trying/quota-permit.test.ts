// Proves that an exchange takes the units of a quota once, of a gathered call also those of its share, and that units of exchanges that
// are not made are given back.
import { expect, test } from 'vitest';
import { gatheringParty } from '../../domain/limiting/fair-share.ts';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { type Storage, StorageUnavailable } from '../../storage/storage.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { Quotas, quotaPermit } from './quotas.ts';

const QUOTA = { units: 300, per: 'day', reset: 'UTC', cost: { search: 100 } } as const;
const provider = { name: 'p' };
const by = { provider, quota: QUOTA, policy: { gatheringShare: 0.7 } } as unknown as ConnectedProvider;
const PERIOD_MS = 1_000;

type Counts = Storage['quotas'];

class Count implements Counts {
  /** By the name under which units are taken. */
  readonly taken = new Map<string, number>();
  isAway = false;
  /** The account that gets no more. */
  refuses: string | null = null;

  async take({ provider, units, most, sharer }: Parameters<Counts['take']>[0]) {
    const isTaken = this.of(provider) + units <= most && (sharer === undefined || sharer !== this.refuses);
    if (isTaken) this.taken.set(provider, this.of(provider) + units);
    return { isTaken, usedUnits: this.of(provider), startMs: 0, leftMs: PERIOD_MS };
  }

  async giveBack({ provider, units }: Parameters<Counts['giveBack']>[0]) {
    if (this.isAway) throw new StorageUnavailable('away');
    this.taken.set(provider, this.of(provider) - units);
    return null;
  }

  of = (name: string) => this.taken.get(name) ?? 0;
  used = async () => [];
}

function permitOver(count: Count, provider = by) {
  return quotaPermit(new Quotas(count, createTestClock()), provider, 'video.search', null);
}

/** Takes units for a search, of a gathered call or of another one, with what this process knows of the quota. */
function openQuotas() {
  const [count, clock] = [new Count(), createTestClock()];
  const quotas = new Quotas(count, clock);
  const take = (party: string | null, isOver = false) =>
    quotaPermit(quotas, by, 'video.search', party)!({ isOver });
  return { count, clock, quotas, take };
}

const GATHERED = gatheringParty('acc');
const OTHER = gatheringParty('other');
const LIVE = { isOver: false };
const SPENT = { kind: 'rate_limited', isLocal: true, suspendMs: PERIOD_MS };
const LATE = { kind: 'timeout', isLocal: true };

test('a provider without a quota needs no permit', () => {
  expect(permitOver(new Count(), { ...by, quota: null })).toBeNull();
});

test('each exchange takes its cost, until too little is left: the failure then says when there is more', async () => {
  const count = new Count();
  const permit = permitOver(count)!;
  for (let i = 0; i < 3; i++) expect(await permit(LIVE)).toBeNull();
  expect(await permit(LIVE)).toMatchObject(SPENT);
  expect(count.of('p')).toBe(300);
});

test('gathered calls use no more than their share, and other calls what is left', async () => {
  const { count, take } = openQuotas();
  expect([await take(GATHERED), await take(OTHER)]).toEqual([null, null]);
  expect(await take(gatheringParty('third'))).toMatchObject(SPENT);
  expect([count.of('p/gathering'), count.of('p')]).toEqual([200, 200]);
  expect(await take(null)).toBeNull();
  expect(await take(null)).toMatchObject(SPENT);
  expect([count.of('p/gathering'), count.of('p')]).toEqual([200, 300]);
});

test('a gathered call that finds the whole quota spent takes nothing of its share', async () => {
  const { count, take } = openQuotas();
  for (let i = 0; i < 3; i++) await take(null);
  expect(await take(GATHERED)).toMatchObject(SPENT);
  expect([count.of('p/gathering'), count.of('p')]).toEqual([0, 300]);
});

test('a cancelled exchange gives back what it took, of its share too, and sends nothing', async () => {
  const { count, take, quotas } = openQuotas();
  expect(await take(null, true)).toMatchObject(LATE);
  expect(await take(GATHERED, true)).toMatchObject(LATE);
  expect([count.of('p/gathering'), count.of('p')]).toEqual([0, 0]);
  expect(quotas.leftOf('p', QUOTA)).toMatchObject({ units: 300 });
});

test('units that could not be given back count as spent', async () => {
  const { count, take, quotas } = openQuotas();
  count.isAway = true;
  expect(await take(null, true)).toMatchObject(LATE);
  expect(quotas.leftOf('p', QUOTA)).toMatchObject({ units: 200 });
});

test('a plan passes over a provider for as long as its quota is spent, and for gathered calls as long as their share is', async () => {
  const { clock, take, quotas } = openQuotas();
  const share = { part: 0.7, accountId: 'third' };
  const spent = () => [null, share].map((of) => quotas.spentForMs(by, 'video.search', of));
  await take(GATHERED);
  expect(spent()).toEqual([0, 0]);
  await take(OTHER);
  expect(spent()).toEqual([0, PERIOD_MS]);
  await take(null);
  clock.advance(PERIOD_MS - 1);
  expect(spent()).toEqual([1, 1]);
  clock.advance(1);
  expect(spent()).toEqual([0, 0]);
  expect(quotas.leftOf('p', QUOTA)).toBeNull();
});

test('an account that gets no more shared units is not planned for again in this period, and the other account is', async () => {
  const { count, clock, quotas, take } = openQuotas();
  const spentMs = (accountId: string) => quotas.spentForMs(by, 'video.search', { part: 0.7, accountId });
  count.refuses = 'acc';
  expect(await take(GATHERED)).toMatchObject(SPENT);
  expect([spentMs('acc'), spentMs('other')]).toEqual([PERIOD_MS, 0]);
  expect(await take(OTHER)).toBeNull();
  clock.advance(PERIOD_MS - 1);
  expect(spentMs('acc')).toBe(1);
  clock.advance(1);
  expect(spentMs('acc')).toBe(0);
});
