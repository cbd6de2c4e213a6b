import { createCipheriv, hash, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../domain/clock.ts';
import { type CursorContent, createCursors, type Walk } from './cursor.ts';
import { addSeen, hasSeen, NOTHING_SEEN } from './seen-ids.ts';

const walk: Walk = { platform: 'library', operation: 'video.search', target: ['猫'] };
const content: CursorContent = {
  provider: 'p',
  upstream: '{"after":7354000000000000001}',
  position: 40,
  delivered: 38,
  total: 1_000,
  ids: 'douyin',
  others: [],
  seen: null,
  mark: null,
};
const secret = new Uint8Array(32).fill(1);
const cursors = createCursors(secret, systemRandom);
const text = fc.string({ unit: 'grapheme', maxLength: 100 });
const stand = fc.record({ provider: text, upstream: fc.option(text), position: fc.nat() });
const ids = (many: number) => Array.from({ length: many }, (_, i) => `video ${i}`);

describe('a sealed cursor', () => {
  test('opens for its own walk with what was sealed', () => {
    const any = fc.record({
      ids: fc.option(text),
      delivered: fc.nat(),
      total: fc.option(fc.nat()),
      seen: fc.constant(null),
      mark: fc.option(text),
    });
    fc.assert(
      fc.property(stand, any, fc.array(stand, { maxLength: 2 }), (at, rest, others) => {
        const opened = cursors.open(cursors.seal({ ...at, ...rest, others }, walk)!, walk)!;
        expect(opened).toEqual({ ...at, ...rest, others, digest: opened.digest });
      }),
    );
  });

  test('recognises every item that was added to it, and hardly any other', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 200 }), (delivered) => {
        const seen = addSeen(NOTHING_SEEN, delivered);
        const opened = cursors.open(cursors.seal({ ...content, seen }, walk)!, walk)!;
        expect(delivered.every((id) => hasSeen(opened.seen!, id))).toBe(true);
        const strangers = ids(100).filter((id) => !delivered.includes(id) && hasSeen(opened.seen!, id));
        expect(strangers).toEqual([]);
      }),
    );
  });

  test('of 1,000 items stays within 2 KiB, recognises each of them and mistakes few others for them', () => {
    let open: CursorContent = { ...content, seen: NOTHING_SEEN };
    for (let page = 0; page < 20; page++) {
      const delivered = ids(1_000).slice(50 * page, 50 * page + 50);
      const sealed = cursors.seal({ ...open, seen: addSeen(open.seen!, delivered) }, walk)!;
      expect(sealed.length).toBeLessThanOrEqual(2_048);
      open = cursors.open(sealed, walk)!;
    }
    expect(ids(1_000).every((id) => hasSeen(open.seen!, id))).toBe(true);
    const strangers = ids(6_000)
      .slice(1_000)
      .filter((id) => hasSeen(open.seen!, id));
    // At worst one new item in 512 is taken for a delivered one.
    expect(strangers.length).toBeLessThan(20);
  });

  test('without room for everything drops the places at other providers first, then the delivered items, never the walk itself', () => {
    const others = [{ provider: 'q', upstream: 'y'.repeat(500), position: 10 }];
    const full = (many: number, length: number) => {
      const seen = addSeen(NOTHING_SEEN, ids(many));
      const sealed = cursors.seal({ ...content, upstream: 'x'.repeat(length), others, seen }, walk)!;
      expect(sealed.length).toBeLessThanOrEqual(2_048);
      return cursors.open(sealed, walk)!;
    };
    expect(full(100, 500)).toMatchObject({ others, seen: {} });
    expect(full(500, 500)).toMatchObject({ others: [], seen: {} });
    expect(full(900, 500)).toMatchObject({ others, seen: null });
    expect(full(900, 1_300)).toMatchObject({ others: [], seen: null, delivered: 38 });
  });

  test('of the first version still opens', () => {
    // As releases up to 0.1 sealed it: version 1, only the keyword's digest as associated data, three values as JSON.
    const nonce = new Uint8Array(12).fill(7);
    const key = new Uint8Array(hkdfSync('sha256', secret, '', 'reelgate cursor v1', 32));
    const bound = hash('sha256', JSON.stringify(['library', 'video.search', '猫']), 'buffer');
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(['p', 'after', 40])), cipher.final()]);
    const whole = Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    const first = { provider: 'p', upstream: 'after', position: 40, delivered: 40 };
    expect(cursors.open(whole, walk)).toMatchObject({ ...first, ids: null, others: [], seen: null });
  });

  test('has the same digest exactly when it has the same content', () => {
    const digest = (of: CursorContent) => cursors.open(cursors.seal(of, walk)!, walk)!.digest;
    const seen = addSeen(NOTHING_SEEN, ids(5));
    expect(digest({ ...content, seen })).toBe(digest({ ...content, seen: addSeen(NOTHING_SEEN, ids(5)) }));
    expect(digest({ ...content, seen })).not.toBe(digest({ ...content, seen: addSeen(seen, ['one more']) }));
    expect(digest({ ...content, seen })).not.toBe(digest(content));
  });

  test('does not open for another keyword, filter, platform or operation, nor under another secret', () => {
    const sealed = cursors.seal(content, walk)!;
    expect(cursors.open(sealed, { ...walk, target: ['狗'] })).toBeNull();
    expect(cursors.open(sealed, { ...walk, target: ['猫', 'sort=newest'] })).toBeNull();
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
