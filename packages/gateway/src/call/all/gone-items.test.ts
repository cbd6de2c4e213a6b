// Items that a walk over many platforms keeps for later pages, when a platform reports one of them as gone.
import { expect, test } from 'vitest';
import { ThingNames } from '../../domain/thing-names.ts';
import type { ByteText } from '../../operations/byte-text.ts';
import type { ReadItem } from '../../operations/results.ts';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { GoneThings } from '../answers/gone-things.ts';
import { withoutGone } from './gone-items.ts';
import type { LegPage } from './leg-page.ts';
import type { AllWalk } from './walk-state.ts';

const clock = createTestClock();
const things = new ThingNames(Buffer.from('secret'));

function item(id: string): ReadItem {
  const source = { fetched_at: new Date(clock.nowMs()).toISOString() };
  const author = { platform: 'tube', id, handle: null, alt_ids: [], source };
  return { bytes: JSON.stringify(author) as ByteText, raw: null };
}

const idsOf = (items: readonly ReadItem[]) => items.map(({ bytes }) => JSON.parse(bytes).id);

test('what is gone is left out of unread items and of pages that came late; the rest stays', async () => {
  const gone = new GoneThings(clock);
  const deps = { things, gone, sharedCache: null, clock };
  const unread = ['a', 'b'].map((id, rank) => ({ rank, key: 0, names: [id], value: item(id) }));
  const page = {
    walk: { legs: [{ name: 'tube', unread }] } as unknown as AllWalk,
    late: new Map([['slow', { items: [item('b'), item('c')] } as LegPage]]),
  };
  const left = async () => {
    const { walk, late } = await withoutGone(deps, page);
    return [walk.legs[0]!.unread.map(({ names }) => names[0]), idsOf(late.get('slow')!.items)];
  };
  clock.advance(1_000);
  gone.add(things.aboutOf('other', [['author', 'b']]));
  expect(await left()).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ]);
  gone.add(things.aboutOf('tube', [['author', 'b']]));
  expect(await left()).toEqual([['a'], ['c']]);
});
