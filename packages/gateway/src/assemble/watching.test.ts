import { expect, test } from 'vitest';
import type { CallDeps } from '../call/call-deps.ts';
import type { Quota } from '../domain/quota.ts';
import type { Core } from './core.ts';
import { watchingOf } from './watching.ts';

/** What watches may use of these quotas in a day, when they have half of each. */
function dayUnitsOf(...quotas: (Pick<Quota, 'per' | 'units'> | null)[]) {
  const connector = { operations: { 'video.search': {} } };
  const providers = quotas.map((quota) => ({ connector, quota: quota && { cost: {}, ...quota } }));
  const config = { gathering: { providerShare: 0.5 } };
  const live = { config, calls: { platforms: new Map([['x', providers]]) } };
  const { quotas: shares } = watchingOf({ live } as unknown as Core, () => ({}) as CallDeps);
  return shares('x', 'video.search').map((share) => share?.dayUnits ?? null);
}

test('watches may use their share of a quota: of a day the whole day, of a month a thirtieth a day', () => {
  const day = { per: 'day', units: 300 } as const;
  expect(dayUnitsOf(day, { ...day, per: 'month' }, null)).toEqual([150, 5, null]);
});
