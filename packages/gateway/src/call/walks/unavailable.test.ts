// Entries that a page counts without delivering them: their sum over a walk is right, however the walk gets through the list.
import { expect, test } from 'vitest';
import type { Page, Provider } from '../../connectors/connector.ts';
import { systemClock } from '../../domain/clock.ts';
import type { OpenedCursor } from '../../operations/cursor.ts';
import { addSeen, NOTHING_SEEN } from '../../operations/seen-ids.ts';
import { policyOf } from '../../upstream/testing/raw-server.ts';
import type { AttemptTime } from '../task.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { WalkAttempt, type WalkDeps, type WalkedPage, type WalkStep } from './walk.ts';

/** Two pages of two videos each, with one and with three entries that are not there. */
const PAGES = [
  { ids: ['a', 'b'], unavailable: 1 },
  { ids: ['c', 'd'], unavailable: 3 },
];

function pageAt(cursor: string | null): Page {
  const at = Number(cursor ?? 0);
  const { ids, unavailable } = PAGES[at]!;
  const isLast = at === PAGES.length - 1;
  return {
    kind: 'page',
    items: ids.map((id) => ({ record: { id } as Page['items'][number]['record'], raw: {} })),
    cursor: isLast ? null : String(at + 1),
    end: isLast ? 'exhausted' : 'more',
    total: null,
    unavailable,
  };
}

const deps = {
  clock: systemClock,
  upstream: { send: async () => ({ kind: 'response', status: 200, headers: {}, body: '{}' }) },
  health: { view: () => ({ pagesLeft: 10 }), pageBegan: () => {} },
  quotas: null,
} as unknown as WalkDeps;

/** One page of the walk at this provider, after what the cursor says. */
async function walked(provider: string, count: number, cursor: Partial<OpenedCursor> | null) {
  const by = {
    provider: { name: provider, timeoutMs: null } as Provider,
    connector: { name: 'tube', facts: { platforms: ['tube'] } },
    policy: policyOf('https://tube.example'),
    quota: null,
  } as unknown as ConnectedProvider;
  const listing = {
    request: () => ({ method: 'GET', url: 'https://tube.example/list', headers: {} }),
    parse: (_response: unknown, input: { cursor: string | null }) => pageAt(input.cursor),
    pageItemsMax: 2,
  };
  const before = { upstream: null, total: null, ids: 'tube', others: [], mark: null, ...cursor };
  const step = {
    ...{ platform: 'tube', count, maySkip: true, isStable: true, hasOwn: false },
    question: () => ({ platform: 'tube', wantsRaw: false }),
    sieve: () => null,
    listing: () => listing,
    cursor: cursor === null ? null : before,
  } as unknown as WalkStep;
  const time = { leftMs: 1_000, cancel: null, onBehalfOf: null } as unknown as AttemptTime;
  const { result } = await new WalkAttempt(deps, step, by, time).run();
  const { said } = result as WalkedPage;
  return [said.items.map(({ record }) => record.id).join(), said.unavailable];
}

const seen = (...ids: string[]) => addSeen(NOTHING_SEEN, ids);

test('each page tells its own', async () => {
  expect(await walked('first', 2, null)).toEqual(['a,b', 1]);
  const after = { provider: 'first', upstream: '1', position: 2, delivered: 2, seen: seen('a', 'b') };
  expect(await walked('first', 2, after)).toEqual(['c,d', 3]);
});

test('a page that is cut tells them when the walk leaves it', async () => {
  expect(await walked('first', 1, null)).toEqual(['a', 0]);
  const after = { provider: 'first', position: 0, delivered: 1, seen: seen('a') };
  expect(await walked('first', 1, after)).toEqual(['b', 1]);
});

test('pages that only lead another provider to where the walk is are not told again', async () => {
  const after = { provider: 'first', upstream: '1', position: 2, delivered: 2, seen: seen('a', 'b') };
  expect(await walked('second', 2, after)).toEqual(['c,d', 3]);
});
