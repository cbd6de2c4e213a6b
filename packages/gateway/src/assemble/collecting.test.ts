// How long what collections and watches found is kept: as the settings say, or shorter where the terms of a provider demand it; where they
// are switched off; and how many places of a node one account may have.
import { expect, test } from 'vitest';
import type { CallDeps } from '../call/call-deps.ts';
import { connectors } from '../connectors/index.ts';
import { systemClock } from '../domain/clock.ts';
import { DAY_MS } from '../domain/duration.ts';
import type { ClaimedDuty } from '../domain/gathering/duty.ts';
import { NO_RETENTION_RULES } from '../domain/retention.ts';
import { collectingOf, collectionKeepOf, collectionWorkOf, placesPerAccount } from './collecting.ts';
import type { Core } from './core.ts';
import { watchKeepOf } from './watching.ts';

const DAY_SECONDS = 86_400;

const provider = (keepSecondsMax: number | null) => ({
  connector: { ...connectors[0]!, facts: { retention: { ...NO_RETENTION_RULES, keepSecondsMax } } },
});

const gathering = {
  enabled: true,
  except: { accounts: ['acc_out'], platforms: ['out'] },
  collections: { keepDays: 5 },
  watches: { keepDays: 9 },
};

function coreWith(more: Partial<typeof gathering> = {}) {
  const platforms = new Map([
    ['free', [provider(null)]],
    ['strict', [provider(3 * DAY_SECONDS), provider(null), provider(2 * DAY_SECONDS)]],
  ]);
  const live = { config: { gathering: { ...gathering, ...more } }, calls: { platforms } };
  return { live, secret: new Uint8Array(32) } as unknown as Core;
}

test('items are kept for the days of the settings, and where terms say so for the shortest time that one provider allows', () => {
  const keep = collectionKeepOf(coreWith().live);
  expect(['free', 'strict', 'unknown'].map(keep)).toEqual([
    { keepMs: 5 * DAY_MS, termsMs: null },
    { keepMs: 5 * DAY_MS, termsMs: 2 * DAY_MS },
    { keepMs: 5 * DAY_MS, termsMs: null },
  ]);
  expect(watchKeepOf(coreWith())).toEqual({ keepMs: 9 * DAY_MS, keepMsOf: { strict: 2 * DAY_MS } });
});

test('collections are refused where the operator switched them off: for all, for an account, for a platform', () => {
  const refusal = (more: Partial<typeof gathering>, account: string, platform: string) =>
    collectingOf(coreWith(more), {} as CallDeps).refusal(account, platform)?.code ?? null;
  expect(refusal({}, 'acc_1', 'free')).toBeNull();
  expect(refusal({ enabled: false }, 'acc_1', 'free')).toBe('FORBIDDEN');
  expect(refusal({}, 'acc_out', 'free')).toBe('FORBIDDEN');
  expect(refusal({}, 'acc_1', 'out')).toBe('FORBIDDEN');
  // The name of a platform is none of an account, and the other way round.
  expect(refusal({}, 'out', 'acc_out')).toBeNull();
});

test.each([
  ['an account', { accountId: 'acc_out', platform: 'free' }, true],
  ['a platform', { accountId: 'acc_1', platform: 'out' }, true],
  ['neither, by names the other way round', { accountId: 'out', platform: 'acc_out' }, false],
  ['neither', { accountId: 'acc_1', platform: 'free' }, false],
])('a running collection waits where the operator has excepted %s', async (_, owner, isWaiting) => {
  const waits: object[] = [];
  const asked = { id: 'col', keyId: 'key', endedAtMs: null, question: 0, ...owner };
  const storage = {
    collections: {
      find: async () => asked,
      questions: async () => [],
      wait: async (input: object) => void waits.push(input),
    },
    keys: { find: async () => ({ id: 'key', accountId: owner.accountId }) },
    accounts: { find: async () => ({ id: owner.accountId }) },
  };
  const duty = { kind: 'collection', id: 'col', lease: 'mine' } as ClaimedDuty;
  const core = { ...coreWith(), storage, ports: { clock: systemClock } } as unknown as Core;
  const calls = { pace: { turn: async () => {} } } as unknown as CallDeps;
  const run = collectionWorkOf(core, calls).run(duty, () => false);
  // The page of one that goes on is asked for, which these calls cannot do.
  if (isWaiting) await run;
  else await expect(run).rejects.toThrow();
  expect(waits).toMatchObject(isWaiting ? [{ id: 'col', failure: 'FORBIDDEN' }] : []);
});

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [5, 2],
])('of %i places of a node, one account has %i', (atOnce, places) => {
  expect(placesPerAccount(atOnce)).toBe(places);
});
