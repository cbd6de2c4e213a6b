// Proves that an exchange takes the units of a quota once, and that units of a cancelled exchange are given back.
import { expect, test } from 'vitest';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { Quotas, quotaPermit } from './quotas.ts';

const QUOTA = { units: 300, per: 'day', reset: 'UTC', cost: { search: 100 } } as const;
const by = { provider: { name: 'p' }, quota: QUOTA } as unknown as ConnectedProvider;

type Counts = Storage['quotas'];

class Count implements Counts {
  usedUnits = 0;

  async take({ units, most }: Parameters<Counts['take']>[0]) {
    const isTaken = this.usedUnits + units <= most;
    if (isTaken) this.usedUnits += units;
    return { isTaken, usedUnits: this.usedUnits, startMs: 0, leftMs: 1_000 };
  }

  async giveBack({ units }: Parameters<Counts['giveBack']>[0]) {
    this.usedUnits -= units;
    return null;
  }

  used = async () => [];
}

function permitOver(count: Count, provider = by) {
  return quotaPermit(new Quotas(count, createTestClock()), provider, 'video.search', null);
}

test('a provider without a quota needs no permit', () => {
  expect(permitOver(new Count(), { ...by, quota: null })).toBeNull();
});

test('each exchange takes its cost, until too little is left: the failure then says when there is more', async () => {
  const count = new Count();
  const permit = permitOver(count)!;
  for (let i = 0; i < 3; i++) expect(await permit({ isOver: false })).toBeNull();
  expect(await permit({ isOver: false })).toMatchObject({
    kind: 'rate_limited',
    isLocal: true,
    suspendMs: 1_000,
  });
  expect(count.usedUnits).toBe(300);
});

test('a cancelled exchange gives back what it took, and sends nothing', async () => {
  const count = new Count();
  expect(await permitOver(count)!({ isOver: true })).toMatchObject({ kind: 'timeout', isLocal: true });
  expect(count.usedUnits).toBe(0);
});
