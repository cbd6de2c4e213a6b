// How the state between two pages is stored: what was written is read again, and releases before and after the compressed form understand
// each other.
import { expect, test } from 'vitest';
import { systemRandom } from '../../domain/clock.ts';
import { byteText } from '../../operations/byte-text.ts';
import { encodeSeen, hasSeen, NOTHING_SEEN } from '../../operations/seen-ids.ts';
import type { CallDeps } from '../call-deps.ts';
import { type AllWalk, beginWalk, findWalk, hasDelivered, keepWalk, withDelivered } from './walk-state.ts';

const ITEMS = Array.from({ length: 500 }, (_, i) => ({
  bytes: byteText(JSON.stringify({ platform: 'alpha', id: `成都-${i}`, text: 'ü'.repeat(1_000) })),
  raw: i % 2 === 0 ? byteText(JSON.stringify({ raw: '記録' })) : null,
}));

/** One platform with unread items. */
function walkWith(items: typeof ITEMS): AllWalk {
  const walk = beginWalk([{ name: 'alpha', weight: 1, skipped: null }]);
  const unread = items.map((value, rank) => ({
    ...{ rank, key: 0, fit: 1, twin: null, till: items.length, names: [`alpha 成都-${rank}`], value },
  }));
  return { ...walk, legs: [{ ...walk.legs[0]!, unread, delivered: items.length, open: items.length }] };
}

/** A storage with one state. */
function storageWith(body: Uint8Array | null = null) {
  let stored = body;
  const put = async (state: { body: Uint8Array }) => {
    stored = state.body;
    return { isNew: true };
  };
  const read = async () => (stored === null ? [] : [{ part: '', body: stored }]);
  const deps = { storage: { walkStates: { put, read } }, random: systemRandom } as unknown as CallDeps;
  return { deps, stored: () => stored! };
}

// With ten items it fits into the buffer that states share; with 500 it does not.
test.each([0, 1, 10, 500])('a state with %i unread items is read as it was written', async (count) => {
  const { deps, stored } = storageWith();
  const walk = walkWith(ITEMS.slice(0, count));
  await keepWalk(deps, 'key', walk, 'place');
  expect((await findWalk(deps, 'place'))?.walk).toEqual(walk);
  if (count === 500) expect(stored().length).toBeLessThan(100_000);
});

test('a state that the release before wrote, without compression, goes on', async () => {
  const walk = walkWith(ITEMS.slice(0, 3));
  const [leg] = walk.legs;
  const { open: _open, ...old } = leg!;
  const unread = old.unread.map(({ rank, key, names }) => ({ rank, key, names }));
  const bare = { ...walk, language: undefined, legs: [{ ...old, unread }] };
  const seen = encodeSeen(NOTHING_SEEN, 100)!.toString('base64');
  const head = JSON.stringify({ version: 1, walk: { ...bare, seen: undefined, check: undefined }, seen });
  const lines = ITEMS.slice(0, 3).flatMap(({ bytes, raw }) => [bytes, raw ?? '']);
  const body = Buffer.concat([Buffer.from(head), Buffer.from(`\n${lines.join('\n')}`, 'latin1')]);
  expect((await findWalk(storageWith(body).deps, 'place'))?.walk).toEqual({ ...walk, check: undefined });
});

test('a name is not taken for another whose digest is the same', () => {
  const [delivered, other] = ['scripted:v653600', 'scripted:v379499'];
  const walk = { ...beginWalk([]), ...withDelivered(beginWalk([]), [delivered]) };
  expect(hasSeen(walk.seen, other)).toBe(true);
  expect([delivered, other].map((name) => hasDelivered(walk, name))).toEqual([true, false]);
});

test('the release before finds a version that it does not know, and takes the walk for gone', async () => {
  const { deps, stored } = storageWith();
  await keepWalk(deps, 'key', walkWith(ITEMS.slice(0, 3)), 'place');
  // As that release reads a state.
  const [head] = Buffer.from(stored()).toString().split('\n');
  expect(JSON.parse(head!)).toEqual({ version: 2 });
});
