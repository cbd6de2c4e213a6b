import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../domain/clock.ts';
import { createCursors, type Walk } from './cursor.ts';

const walk: Walk = { platform: 'library', operation: 'video.search', keyword: '猫' };
const content = { provider: 'p', upstream: '{"after":7354000000000000001}', position: 40 };
const cursors = createCursors(new Uint8Array(32).fill(1), systemRandom);

describe('a sealed cursor', () => {
  test('opens for its own walk with what was sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(), (upstream, position) => {
        const sealed = cursors.seal({ provider: 'p', upstream, position }, walk)!;
        expect(cursors.open(sealed, walk)).toEqual({ provider: 'p', upstream, position });
      }),
    );
  });

  test('does not open for another keyword, platform or operation, nor under another secret', () => {
    const sealed = cursors.seal(content, walk)!;
    expect(cursors.open(sealed, { ...walk, keyword: '狗' })).toBeNull();
    expect(cursors.open(sealed, { ...walk, platform: 'other' })).toBeNull();
    expect(cursors.open(sealed, { ...walk, operation: 'other' })).toBeNull();
    const others = createCursors(new Uint8Array(32).fill(2), systemRandom);
    expect(others.open(sealed, walk)).toBeNull();
  });

  test('does not open after any change of any character', () => {
    const sealed = cursors.seal(content, walk)!;
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    for (let at = 0; at < sealed.length; at++) {
      for (const char of alphabet) {
        if (char === sealed[at]) continue;
        expect(cursors.open(sealed.slice(0, at) + char + sealed.slice(at + 1), walk)).toBeNull();
      }
    }
  });

  test('hides what it holds and is never the same twice', () => {
    const sealed = cursors.seal(content, walk)!;
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('7354');
    expect(cursors.seal(content, walk)).not.toBe(sealed);
  });

  test('is not made when it would be longer than a caller may send back', () => {
    expect(cursors.seal({ ...content, upstream: 'x'.repeat(1_400) }, walk)?.length).toBeLessThanOrEqual(
      2_048,
    );
    expect(cursors.seal({ ...content, upstream: 'x'.repeat(1_600) }, walk)).toBeNull();
  });

  test.each(['', 'no_more', 'AAAA', 'x'.repeat(10_000), '../../etc', 'AQ==', '猫', '\u0000'])(
    '%j was never issued',
    (text) => {
      expect(cursors.open(text, walk)).toBeNull();
    },
  );
});
