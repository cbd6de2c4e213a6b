// The price list and the accounts of the scenario of calls.
import type { CatalogDraft } from '../../../domain/catalog.ts';
import { toMicros } from '../../../domain/money.ts';
import type { Recorder } from '../recorder.ts';
import { UNBOUND } from './same-for-all.ts';

const operator = { actor: 'admin:tok_one' };
const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
export const PATH_ONE = '/api/u1/v1/tube/app/search_video';
export const PATH_TWO = '/api/u1/v1/clips/app/search_video';
export const PATH_DEAR = '/api/u1/v1/tube/app/get_all';
export const PATH_SMALL = '/api/u1/v1/tube/app/get_some';
export const PATH_FREE = '/api/u1/v1/free/app/search_video';
export const PRICE_STEPS = [
  { from: 0, unitPriceMicros: toMicros(100) },
  { from: 3, unitPriceMicros: toMicros(40) },
];
const DRAFT: CatalogDraft = {
  currency: 'USD',
  effectiveFromMs: 0,
  overrides: [],
  endpoints: [
    { path: PATH_ONE, unitPriceMicros: toMicros(1_000), ...none },
    {
      ...{ path: PATH_TWO, unit: 'item', unitPriceMicros: toMicros(100), minimumMicros: toMicros(150) },
      ...{ tiers: PRICE_STEPS, ...none },
    },
    { path: PATH_DEAR, unitPriceMicros: toMicros(2_500), ...none },
    { path: PATH_SMALL, unitPriceMicros: toMicros(1_400), ...none },
    { path: PATH_FREE, unitPriceMicros: toMicros(1_000), freePerDay: 1, ...none },
  ],
};

/** Of an account: no number is that of a key, and no call of the scenario reaches one. */
const RATE = { requests: 211, perSeconds: 61, concurrent: 223 };

export async function addCallers({ storage, title }: Recorder): Promise<void> {
  title('two accounts with keys and money; the second has a grant and a project');
  const { accounts, keys, projects, catalog } = storage;
  await catalog.publish({ ...operator, draft: DRAFT, note: 'first' });
  for (const [side, money] of [
    ['a', 20_000],
    ['b', 9_000],
  ] as const) {
    const accountId = `acc_${side}`;
    await accounts.create({ ...operator, id: accountId, name: `name ${side}`, currency: 'USD', rate: RATE });
    await accounts.topUp({
      ...operator,
      accountId,
      amountMicros: toMicros(money),
      reference: `bank-${side}`,
      reason: null,
    });
    const caps = {
      dailyCapMicros: toMicros(8_000),
      monthlyCapMicros: toMicros(12_000),
      totalCapMicros: toMicros(15_000),
    };
    await projects.create({ ...operator, id: `prj_${side}`, accountId, name: 'p', ...caps });
    for (const n of [1, 2]) {
      const key = {
        ...operator,
        id: `key_${side}${n}`,
        accountId,
        name: `key ${side}${n}`,
        prefix: `rgk_${side}${n}`,
      };
      const limits =
        n === 1
          ? UNBOUND
          : {
              ...UNBOUND,
              ...caps,
              totalCapMicros: toMicros(6_500),
              maxCallMicros: toMicros(2_600),
              projectId: `prj_${side}`,
            };
      await keys.create({ ...key, hash: `hash ${side}${n}`, groups: ['u1'], ...limits });
    }
  }
  const grant = {
    ...operator,
    accountId: 'acc_b',
    kind: 'promo',
    amountMicros: toMicros(1_700),
    reason: 'welcome',
  } as const;
  await storage.grants.give({ ...grant, id: 'gra_1', priority: 20, expiresAtMs: null, reference: 'gift-1' });
}
