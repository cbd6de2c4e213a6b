// Feeds of items whose texts are hostile, or cut in a bad place.
import { expect, test } from 'vitest';
import type { Watch } from '../../domain/watch.ts';
import { feedText } from './feed-text.ts';

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
    const text = feedText(form, watch, [{ number: 1, foundAtMs: 0, record }], 'service');
    expect(text).not.toMatch(/\\ud83d|\\ud800/i);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain('a'.repeat(199));
    expect(text).not.toContain('javascript:');
    if (form === 'atom') expect(text).not.toMatch(/<script>|[\u0000-\u0008\u000b]/);
  },
);
