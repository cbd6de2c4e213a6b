// The keys by which collections and watches know what they have seen.
import { expect, test } from 'vitest';
import { storableId } from './gathered-records.ts';

test('an id counts by itself, and one that no database can store or index by a text of its own that they can', () => {
  expect(storableId('youtube:Ab_-ü')).toBe('youtube:Ab_-ü');
  const odd = ['a\0b', 'a\0c', 'a\ud800', 'a\udfff', 'a\ufffd'.repeat(200), 'x'.repeat(301)];
  const keys = odd.map(storableId);
  expect(new Set(keys).size).toBe(odd.length);
  for (const key of keys) {
    expect(Buffer.from(key).toString()).toBe(key);
    expect(key).not.toContain('\0');
    expect(key.length).toBeLessThan(301);
  }
});
