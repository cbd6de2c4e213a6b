// Feeds that are kept as they were written: one rendering for all who ask, within a bound.
import { expect, test } from 'vitest';
import { type RenderedFeed, RenderedFeeds } from './rendered-feeds.ts';

function world(bytesMax: number) {
  const feeds = new RenderedFeeds(bytesMax);
  const rendered: string[] = [];
  const get = (name: string, tag: string, render?: () => Promise<RenderedFeed>) =>
    feeds.get(name, tag, async () => {
      rendered.push(`${name} ${tag}`);
      return render?.() ?? { tag, bytes: new Uint8Array(8), gzip: new Uint8Array(2) };
    });
  return { get, rendered };
}

test('a feed is written once for all who ask at the same time, and again only with another tag', async () => {
  const { get, rendered } = world(100);
  await Promise.all([get('a', '1'), get('a', '1'), get('b', '2')]);
  await get('a', '1');
  expect(rendered).toEqual(['a 1', 'b 2']);
  expect((await get('a', '3')).tag).toBe('3');
  expect(rendered).toEqual(['a 1', 'b 2', 'a 3']);
});

test('no more bytes are kept than may be: what was not read for longest goes, and one that is too large stays out', async () => {
  const { get, rendered } = world(25);
  for (const name of ['a', 'b', 'a', 'c']) await get(name, name);
  rendered.length = 0;
  for (const name of ['a', 'c']) await get(name, name);
  expect(rendered).toEqual([]);
  const huge = { tag: 'd', bytes: new Uint8Array(26), gzip: new Uint8Array() };
  for (let i = 0; i < 2; i++) await get('d', 'd', async () => huge);
  expect(rendered).toEqual(['d d', 'd d']);
});

test('a rendering that fails is not kept', async () => {
  const { get } = world(100);
  await expect(
    get('a', '1', async () => {
      throw new Error('away');
    }),
  ).rejects.toThrow('away');
  expect((await get('a', '1')).tag).toBe('1');
});
