// What a feed says of its items: which is the newest, when it changed, and nothing that could harm a reader.
import { expect, test } from 'vitest';
import type { Watch } from '../../domain/gathering/watch.ts';
import type { NumberedItem } from '../collections/found-items.ts';
import type { FeedForm } from './feed-address.ts';
import { feedEntry, feedText } from './feed-text.ts';

const frame = {
  service: 'service',
  homeUrl: 'https://gate.example',
  selfUrl: 'https://gate.example/feeds/v1/a&b.atom',
};

/** `items` in the sequence of delivery. */
function textOf(form: FeedForm, of: Watch, items: readonly NumberedItem[]): string {
  const entries = items.map((item) => feedEntry(form, of, item)).reverse();
  return feedText(form, of, entries, { ...frame, foundAtMs: items.at(-1)?.foundAtMs ?? null });
}

const watch = { id: 'wat_1', name: 'a', platform: 'x', query: {}, createdAtMs: 0 } as unknown as Watch;

test.each(['atom', 'json'] as const)(
  'a feed as %s has no half of a surrogate pair, no markup and no character that XML forbids',
  (form) => {
    const record = {
      id: '1',
      title: `${'a'.repeat(199)}😀`,
      text: ']]><script>\u0000\u000b\ud800',
      url: 'javascript:1',
    };
    const text = textOf(form, watch, [{ number: 1, foundAtMs: 0, record }]);
    expect(text).not.toMatch(/\\ud83d|\\ud800/i);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain('a'.repeat(199));
    expect(text).not.toContain('javascript:');
    if (form === 'atom') expect(text).not.toMatch(/<script>|[\u0000-\u0008\u000b]/);
  },
);

test('a feed begins with its newest item, and was updated when that was found; without items, when the watch was made', () => {
  const items = [1, 2, 3].map((number) => ({
    ...{ number, foundAtMs: number * 60_000, record: { id: `v${number}`, title: `v${number}` } },
  }));
  const updatedIn = (text: string) => [...text.matchAll(/<updated>(.*)<\/updated>/g)].map(([, at]) => at);
  const [third, second, first] = [3, 2, 1].map((minute) => `1970-01-01T00:0${minute}:00.000Z`);
  const atom = textOf('atom', watch, items);
  expect(updatedIn(atom)).toEqual([third, third, second, first]);
  expect(updatedIn(textOf('atom', { ...watch, createdAtMs: 60_000 }, []))).toEqual([first]);
  const json = JSON.parse(textOf('json', watch, items));
  expect(json.items.map((item: { title: string }) => item.title)).toEqual(['v3', 'v2', 'v1']);
  expect(json.items.map((item: { date_published: string }) => item.date_published)).toEqual([
    ...[third, second, first],
  ]);
});

const KINDS = {
  'a video': {
    id: '1',
    title: 'A <b> & c',
    description: 'd',
    url: 'https://v.example/1',
    author: { name: 'n' },
  },
  'a comment without an address': { id: '2', text: 'well said', author: { name: null } },
  'a record with nothing but its id': { id: '3' },
};

test.each(Object.entries(KINDS))(
  'Atom of %s has what RFC 4287 asks of a feed and of an entry',
  (_name, record) => {
    const atom = textOf('atom', watch, [{ number: 1, foundAtMs: 0, record }]);
    const [head, entry] = atom.split('<entry>') as [string, string];
    const count = (text: string, tag: string) => text.split(`<${tag}`).length - 1;
    // 4.1.1: exactly one of each, an author for entries without one, one link to the feed itself.
    for (const tag of ['id>', 'title>', 'updated>', 'author>', 'link rel="self"', 'link rel="alternate"'])
      expect([tag, count(head, tag)]).toEqual([tag, 1]);
    expect(head).toContain('href="https://gate.example/feeds/v1/a&amp;b.atom"');
    // 4.1.2: exactly one of each, and content, because not every record has an address.
    for (const tag of ['id>', 'title ', 'updated>', 'content '])
      expect([tag, count(entry, tag)]).toEqual([tag, 1]);
    expect(count(entry, 'link rel="alternate"')).toBe('url' in record ? 1 : 0);
  },
);

test('a feed shows the picture of a record that has one, and says where feed and service are', () => {
  const url = 'https://p.example/1.jpg?a=1&b=2';
  const items = [{ number: 1, foundAtMs: 0, record: { id: '1', thumbnails: [{ url }] } }];
  expect(textOf('atom', watch, items)).toContain(
    `<media:thumbnail url="https://p.example/1.jpg?a=1&amp;b=2"/>`,
  );
  expect(JSON.parse(textOf('json', watch, items))).toMatchObject({
    ...{ home_page_url: frame.homeUrl, feed_url: frame.selfUrl, items: [{ image: url }] },
  });
});
