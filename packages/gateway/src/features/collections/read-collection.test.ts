// A body with many questions must not keep other requests waiting while it is read.
import { expect, test } from 'vitest';
import type { GatherTerms } from '../../call/gathering/gathered.ts';
import type { Micros } from '../../domain/money.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { Collecting } from '../../verb/deps.ts';
import { IDS_MAX, QUESTIONS_MAX } from './collection-views.ts';
import { READ_PER_TURN, readWantedCollection } from './read-collection.ts';

const PATH = '/api/u1/v1/library/app/search_video';
const TERMS: GatherTerms = {
  ...{ kind: 'terms', billedPath: PATH, platform: 'library', operation: 'video.search', shape: 'list' },
  ...{ unit: 'call', unitPriceMicros: 1 as Micros, leastMicros: 1 as Micros, mostMicros: 1 as Micros },
  pageItemsMax: 20,
};
const holder = { account: { id: 'acc' } } as KeyHolder;
const collecting: Pick<Collecting, 'terms' | 'locate' | 'refusal'> = {
  terms: async () => TERMS,
  locate: async (_holder, path, url) => ({ path, id: url }),
  refusal: () => null,
};

/** How often the event loop turned while the body was read. */
async function turnsFor(body: Parameters<typeof readWantedCollection>[2]): Promise<number> {
  let turns = 0;
  let isRead = false;
  const count = () => {
    if (isRead) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  expect(await readWantedCollection(collecting, holder, body, 1 as Micros)).toHaveProperty('questions');
  isRead = true;
  return turns;
}

const several = <T>(length: number, one: (i: number) => T) => Array.from({ length }, (_, i) => one(i));

test.each([
  ['questions', QUESTIONS_MAX, { queries: several(QUESTIONS_MAX, () => ({ query: { keyword: 'cat' } })) }],
  ['addresses', IDS_MAX, { urls: several(IDS_MAX, (i) => `https://example.org/${i}`) }],
])('the most %s are read in many turns of the event loop', async (_, count, asked) => {
  const turns = await turnsFor({ path: PATH, budget: '1', ...asked });
  expect(turns).toBeGreaterThanOrEqual(count / READ_PER_TURN);
});

test('a single question is read in one', async () => {
  expect(await turnsFor({ path: PATH, budget: '1', query: { keyword: 'cat' } })).toBe(0);
});
