import fc from 'fast-check';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { PageMemory } from '../cache/page-memory.ts';
import { blankVideo } from '../connectors/parsing/blank-records.ts';
import { type ParsedVideo, Video } from '../domain/video.ts';
import { type CacheWord, itemResults, type Results, rawResults } from './results.ts';
import { videoRecord } from './video-record.ts';

const source = {
  connector: 'c',
  upstream_host: 'h',
  route: '/r',
  fetched_at: '2026-11-15T12:00:00.000Z',
};
const end = { keeper: new PageMemory(1_000_000), after: ',"end":"more"' };
const origin = { platform: 'p', form: videoRecord, source, position: 0 };
const AFTER = end.after;
/** Only the results, without the fields that follow them. */
function textOf(results: Results, cache: CacheWord): string {
  const text = Buffer.from(results.write(cache)).toString();
  expect(text.slice(-AFTER.length)).toBe(AFTER);
  return text.slice(0, -AFTER.length);
}
const itemsOf = (results: Results, cache: CacheWord): Video[] => JSON.parse(textOf(results, cache));
const wordsOf = (results: Results, cache: CacheWord) =>
  itemsOf(results, cache).map((item) => item.source.cache);
const item = (raw: unknown, changes: Partial<ParsedVideo> = {}) => ({
  record: { ...blankVideo('x', []), ...changes },
  raw,
});

test("hold each item's raw record, digit for digit, only when it is asked for", () => {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  const records = [item({ photo_id: rawJSON('5193363430624671876') }), item({ n: rawJSON('1.0') })];
  for (const cache of ['miss', 'hit'] as const) {
    const withRaw = textOf(itemResults(origin, records, { includeRaw: true, ...end }), cache);
    expect(withRaw).toContain('"raw":{"photo_id":5193363430624671876}},{');
    expect(withRaw).toContain('"raw":{"n":1.0}}]');
    expect(textOf(itemResults(origin, records, { includeRaw: false, ...end }), cache)).not.toContain(
      'photo_id',
    );
  }
});

test('say of each item whether it came from the cache, whatever the records contain and whichever is asked first', () => {
  const like = '"cache":"miss","schema":"reelgate.video.v1"}';
  const records = [
    item(JSON.parse(`{${like}`), { title: like, tags: [`\\${like}`] }),
    item({}, { text: `{${like.replace('miss', 'hit')}` }),
  ];
  for (const includeRaw of [true, false]) {
    const results = itemResults(origin, records, { includeRaw, ...end });
    const first = textOf(results, 'miss');
    expect(wordsOf(results, 'miss')).toEqual(['miss', 'miss']);
    expect(wordsOf(results, 'hit')).toEqual(['hit', 'hit']);
    expect(itemsOf(results, 'hit')[0]).toMatchObject({ title: like, tags: [`\\${like}`] });
    expect(textOf(results, 'miss')).toBe(first);
  }
});

test('hold the records as JSON.stringify writes them, with their platform, rank and source', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"', '\\', '\ud800', '\0', '\n'));
  const changes = fc.record({ title: fc.option(text), tags: fc.array(text, { maxLength: 3 }) });
  fc.assert(
    fc.property(text, fc.array(changes, { maxLength: 3 }), fc.nat(1_000), (platform, all, position) => {
      const records = all.map((change) => item(null, change));
      const results = itemResults({ platform, form: videoRecord, source, position }, records, {
        includeRaw: false,
        ...end,
      });
      const whole = { ...source, cache: 'miss', schema: 'reelgate.video.v1' };
      const items = records.map(({ record }, i) => ({
        platform,
        ...record,
        rank: position + i + 1,
        source: whole,
      }));
      expect(textOf(results, 'miss')).toBe(JSON.stringify(items));
    }),
  );
});

test('have every field of the published record', () => {
  const [written] = itemsOf(itemResults(origin, [item(null)], { includeRaw: true, ...end }), 'miss');
  expect([...Value.Errors(Video, written)]).toEqual([]);
  // Each occurs in one kind of answer only: an author's videos, many platforms, a playlist, one video, a search of the library.
  const ofSomeAnswers = ['pinned', 'also_in', 'maybe_also_in', 'position', 'matched', 'tracks', 'match'];
  const fields = Object.keys(Video.properties).filter((field) => !ofSomeAnswers.includes(field));
  expect(Object.keys(written!).sort()).toEqual(fields.sort());
});

test('of any length are the same bytes', () => {
  const title = '猫🎬é'.repeat(40_000);
  const [written] = itemsOf(
    itemResults(origin, [item(null, { title })], { includeRaw: false, ...end }),
    'hit',
  );
  expect(written!.title).toBe(title);
  expect(textOf(rawResults('"猫"', end), 'hit')).toBe('"猫"');
});

test.each([
  ['as items', (after: string) => itemResults(origin, [item(null)], { ...end, includeRaw: false, after })],
  ['with raws', (after: string) => itemResults(origin, [item(null)], { ...end, includeRaw: true, after })],
  ['as the platform wrote them', (after: string) => rawResults('[]', { ...end, after })],
])(
  '%s count what follows them as memory, since a cursor can be longer than they are',
  (_how, resultsWith) => {
    const cursor = 'x'.repeat(2_000);
    expect(
      resultsWith(`"pcursor":"${cursor}"`).bytes - resultsWith('"pcursor":""').bytes,
    ).toBeGreaterThanOrEqual(2_000);
  },
);
