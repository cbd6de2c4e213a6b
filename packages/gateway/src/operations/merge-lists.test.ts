import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isOver,
  legsToAsk,
  type MergedItem,
  type MergeOrder,
  type MergeState,
  merge,
} from './merge-lists.ts';

/** A simulated platform: all its items, and how many it delivers per page. */
interface Platform {
  ids: readonly number[];
  weight: number;
  pageItems: number;
}

const nothingSeen = () => false;
const named = (id: number) => [`id ${id}`];
const keyOf = (id: number) => (id * 7) % 23;
/** Many items fit alike. */
const fitOf = (id: number) => 0.2 + ((id * 11) % 5) / 4;

/** With `sorted`, a leg delivers its items in order. */
const listOf = ({ ids }: Platform, order: MergeOrder) =>
  order === 'sorted' ? ids.toSorted((a, b) => keyOf(b) - keyOf(a)) : ids;

function begin(platforms: readonly Platform[]): MergeState<number> {
  const leg = ({ weight }: Platform, i: number) => ({
    ...{ name: `leg${i}`, weight, unread: [], delivered: 0, open: 0, isLive: true },
  });
  return { legs: platforms.map(leg), run: null };
}

/** The next page of each leg that is asked for one. */
function deliver(
  state: MergeState<number>,
  platforms: readonly Platform[],
  asked: ReadonlySet<string>,
  order: MergeOrder,
): MergeState<number> {
  const legs = state.legs.map((leg, i) => {
    if (!asked.has(leg.name)) return leg;
    const list = listOf(platforms[i]!, order);
    const page = list.slice(leg.delivered, leg.delivered + platforms[i]!.pageItems);
    const fresh = page.map((id, n) => ({
      ...{ rank: leg.delivered + n, key: keyOf(id), fit: fitOf(id), names: named(id), value: id, twin: null },
    }));
    const delivered = leg.delivered + page.length;
    const open = leg.delivered === 0 ? delivered : leg.open;
    const unread = [...leg.unread, ...fresh.map((one) => ({ ...one, till: delivered }))];
    return { ...leg, unread, open, delivered, isLive: delivered < list.length };
  });
  return { ...state, legs };
}

interface Walk {
  items: readonly MergedItem<number>[];
  pages: readonly number[];
  asks: number;
}

/** Walks to the end with these page sizes. */
function walk(
  platforms: readonly Platform[],
  counts: readonly number[],
  order: MergeOrder,
  look: (state: MergeState<number>, asked: ReadonlySet<string>) => void = () => {},
): Walk {
  let state = begin(platforms);
  const seen = new Set<string>();
  const items: MergedItem<number>[] = [];
  const pages: number[] = [];
  let asks = 0;
  for (let page = 0; !isOver(state); page++) {
    if (page > 1_000) throw new Error('the walk has no end');
    const ask = {
      count: counts[page % counts.length]!,
      order,
      isSeen: (name: string) => seen.has(name),
      setAside: new Set<string>(),
    };
    const asked = legsToAsk(state, ask);
    asks += asked.size;
    look(state, asked);
    const merged = merge(deliver(state, platforms, asked, order), ask);
    for (const { item } of merged.items) for (const name of item.names) seen.add(name);
    items.push(...merged.items);
    pages.push(merged.items.length);
    state = merged.state;
  }
  return { items, pages, asks };
}

const valuesOf = ({ items }: Pick<Walk, 'items'>) => items.map(({ item }) => item.value);

const platform = (ids: fc.Arbitrary<number>) =>
  fc.record({
    ids: fc.uniqueArray(ids, { maxLength: 25 }),
    weight: fc.constantFrom(0.5, 1, 1, 1, 2),
    pageItems: fc.integer({ min: 1, max: 12 }),
  });
const platforms = fc.array(platform(fc.integer({ min: 0, max: 60 })), { minLength: 1, maxLength: 6 });
const counts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 });
const orders = fc.constantFrom<MergeOrder>('relevance', 'sorted');

describe('the merge of several lists', () => {
  test('has one order, whatever the size of the pages', () => {
    fc.assert(
      fc.property(platforms, counts, orders, (all, sizes, order) => {
        expect(valuesOf(walk(all, sizes, order))).toEqual(valuesOf(walk(all, [1_000], order)));
      }),
    );
  });

  test('asks a leg again only when no other leg has an item in hand that its next one would come before by rank', () => {
    fc.assert(
      fc.property(platforms, (all) => {
        walk(all, [1], 'relevance', ({ legs, run }, asked) => {
          for (const leg of legs.filter(({ name, delivered }) => asked.has(name) && delivered > 0)) {
            const resting = (run?.length ?? 0) >= 3 ? run!.leg : '';
            const better = legs
              .filter(({ name }) => name !== resting)
              .flatMap(({ weight, unread }) => unread.map(({ rank }) => weight / (60 + rank)))
              .filter((score) => score > leg.weight / (60 + leg.delivered));
            expect(better).toEqual([]);
          }
        });
      }),
    );
  });

  test('delivers each item once and omits none', () => {
    fc.assert(
      fc.property(platforms, counts, orders, (all, sizes, order) => {
        const values = valuesOf(walk(all, sizes, order));
        const expected = new Set(all.flatMap(({ ids }) => ids));
        expect(values.length).toBe(expected.size);
        expect(new Set(values)).toEqual(expected);
      }),
    );
  });

  test('keeps the order of each leg among items that fit alike', () => {
    fc.assert(
      fc.property(platforms, counts, (all, sizes) => {
        const { items } = walk(all, sizes, 'relevance');
        for (const [i, { ids }] of all.entries()) {
          const own = items.filter(({ leg }) => leg === `leg${i}`).map(({ item }) => item.value);
          for (const fit of new Set(ids.map(fitOf)))
            expect(own.filter((id) => fitOf(id) === fit)).toEqual(
              ids.filter((id) => fitOf(id) === fit && own.includes(id)),
            );
        }
      }),
    );
  });

  test('never takes more than three items in a row from one leg while another leg has an item', () => {
    const apart = fc.array(platform(fc.integer({ min: 0, max: 60 })), { minLength: 2, maxLength: 5 }).map(
      // No two legs share an item here: a shared item is taken from the first leg, and could leave the other with nothing to show.
      (all) => all.map((one, i) => ({ ...one, ids: one.ids.map((id) => id * 5 + i) })),
    );
    fc.assert(
      fc.property(apart, counts, (all, sizes) => {
        const { items } = walk(all, sizes, 'relevance');
        const left = all.map(({ ids }) => ids.length);
        let run = { leg: '', length: 0 };
        for (const { leg } of items) {
          run = { leg, length: run.leg === leg ? run.length + 1 : 1 };
          const othersHave = left.some((many, i) => many > 0 && `leg${i}` !== leg);
          if (othersHave) expect(run.length).toBeLessThanOrEqual(3);
          left[Number(leg.slice(3))]! -= 1;
        }
      }),
    );
  });

  test('is in order of the key when it is sorted', () => {
    fc.assert(
      fc.property(platforms, counts, (all, sizes) => {
        const keys = walk(all, sizes, 'sorted').items.map(({ item }) => item.key);
        expect(keys).toEqual(keys.toSorted((a, b) => b - a));
      }),
    );
  });

  test('asks a leg again only when it has nothing left for the page', () => {
    const twenty = (from: number) => Array.from({ length: 80 }, (_, i) => from + i);
    const four = [0, 100, 200, 300].map((from) => ({ ids: twenty(from), weight: 1, pageItems: 20 }));
    const { pages, asks } = walk(four, [20], 'relevance');
    expect(pages).toEqual(Array(16).fill(20));
    // Each leg has four pages; no page is fetched twice or too early.
    expect(asks).toBe(16);
  });
});

const unread = (id: number, rank: number, names = named(id), fit = 1) => ({
  ...{ rank, key: 0, fit, till: 0, names, value: id, twin: null },
});
const legOf = (name: string, items: ReturnType<typeof unread>[], isLive = false, weight = 1) => ({
  ...{ name, weight, unread: items, delivered: items.length, open: items.length, isLive },
});
const ask = (more: object = {}) => ({
  ...{ count: 10, order: 'relevance' as const, isSeen: nothingSeen, setAside: new Set<string>(), ...more },
});

describe('a merge', () => {
  test('reports the other legs that have an item, also among their unread items, and drops it there', () => {
    const a = legOf('a', [unread(1, 0, ['a 1', 'https://v/1']), unread(2, 1)]);
    const b = legOf('b', [unread(9, 0), unread(8, 1), unread(7, 2, ['b 7', 'https://v/1'])]);
    const page = merge({ legs: [a, b], run: null }, ask({ count: 1 }));
    expect(page.items[0]).toMatchObject({ leg: 'a', alsoIn: [{ leg: 'b', item: { value: 7 } }] });
    expect(page.state.legs[1]!.unread.map(({ value }) => value)).toEqual([9, 8]);
  });

  test('omits what an earlier page has delivered', () => {
    const state = { legs: [legOf('a', [unread(1, 0), unread(2, 1)])], run: null };
    const page = merge(state, ask({ isSeen: (name: string) => name === 'id 1' }));
    expect(valuesOf(page)).toEqual([2]);
    expect(page.items[0]!.item.rank).toBe(1);
  });

  test('ends the page before an item that a leg has not shown yet', () => {
    const legs = [legOf('a', [unread(1, 0), unread(2, 1)]), legOf('b', [], true)];
    expect(valuesOf(merge({ legs, run: null }, ask()))).toEqual([1]);
    expect(valuesOf(merge({ legs, run: null }, ask({ order: 'sorted' })))).toEqual([]);
  });

  test('goes on without a leg that is set aside, and includes it again at its own ranks', () => {
    const legs = [
      legOf(
        'a',
        [1, 2, 3, 4, 5].map((id, i) => unread(id, i)),
      ),
      legOf('b', [], true),
    ];
    const first = merge({ legs, run: null }, ask({ count: 3, setAside: new Set(['b']) }));
    expect(valuesOf(first)).toEqual([1, 2, 3]);
    const late = [first.state.legs[0]!, legOf('b', [unread(11, 0), unread(12, 1)])];
    expect(valuesOf(merge({ ...first.state, legs: late }, ask()))).toEqual([11, 12, 4, 5]);
  });

  test('an item that fits better comes before those of its page, and after those of an earlier one', () => {
    const fits = [0.2, 0.2, 1.2, 0.2, 0.2, 1.2];
    const items = fits.map((fit, rank) => ({
      ...unread(rank, rank, named(rank), fit),
      till: rank < 3 ? 3 : 6,
    }));
    const legs = [{ ...legOf('a', items), open: 3 }];
    expect(valuesOf(merge({ legs, run: null }, ask()))).toEqual([2, 0, 1, 5, 3, 4]);
  });

  test('gives a heavier leg more of the first places', () => {
    const ids = (from: number) => Array.from({ length: 8 }, (_, i) => unread(from + i, i));
    const legs = [legOf('a', ids(0)), legOf('b', ids(100), false, 2)];
    const { items } = merge({ legs, run: null }, ask({ count: 8 }));
    expect(items.map(({ leg }) => leg).join('')).toBe('bbbabbba');
  });
});
