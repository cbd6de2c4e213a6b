import { expect, test } from 'vitest';
import type { CallDeps } from '../call/call-deps.ts';
import type { Quota } from '../domain/limiting/quota.ts';
import type { Core } from './core.ts';
import { watchingOf } from './watching.ts';

/** What watches of an account may use of these quotas in a day, when all accounts share half of each. */
function dayUnitsOf(...quotas: (Pick<Quota, 'per' | 'units'> | null)[]) {
  const connector = { operations: { 'video.search': {} } };
  const providers = quotas.map((quota) => ({ connector, quota: quota && { cost: {}, ...quota } }));
  const config = { gathering: { providerShare: 0.5 } };
  const live = { config, calls: { platforms: new Map([['x', providers]]) } };
  const { quotas: shares } = watchingOf({ live } as unknown as Core, () => ({}) as CallDeps);
  return shares('x', 'video.search').map((share) => share?.dayUnits ?? null);
}

test('watches of an account may use half of the shared units: of a day the whole day, of a month a thirtieth a day, and one page in any case', () => {
  const day = { per: 'day', units: 600 } as const;
  expect(dayUnitsOf(day, { ...day, per: 'month' }, null, { ...day, units: 1 })).toEqual([150, 5, null, 1]);
});
