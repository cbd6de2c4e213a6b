import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFailure } from '../domain/failure.ts';
import { isProblem } from './document.ts';
import { buildPath, type PathTemplate, readSegment, readTemplate } from './path-template.ts';

function template(text: string): PathTemplate {
  const read = readTemplate(text);
  if (isProblem(read)) throw new Error(read.problem);
  return read;
}

const BASE = 'https://api.example.org/base/v2';
/** Known attacks, alone and within other text. */
const tricks = fc.constantFrom(
  '..',
  '.',
  '%2e%2e',
  '%2E.',
  '/',
  '%2f',
  '%2F',
  '%252f',
  '\\',
  '%5c',
  ';',
  '#',
  '?',
  '@',
  ':',
  '%00',
  '\0',
  '%0d%0a',
  '\r\n',
  '//evil.org',
  'https://evil.org',
  '%',
  '%zz',
  '猫',
  '%E7%8C%AB',
  '%ff',
  '😀',
  ' ',
  '+',
  '&',
  '=',
  '*',
);
const raw = fc.oneof(
  fc.array(fc.oneof(tricks, fc.string({ maxLength: 4 })), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

test('no value leaves its own segment', () => {
  const shape = template('/items/{a}/parts/{b}');
  fc.assert(
    fc.property(raw, raw, (a, b) => {
      const [first, second] = [readSegment(a, 'a'), readSegment(b, 'b')];
      if (isFailure(first) || isFailure(second)) return;
      const url = new URL(`${BASE}${buildPath(shape, { a: first, b: second })}`);
      expect(url.origin).toBe('https://api.example.org');
      expect([url.search, url.hash, url.username]).toEqual(['', '', '']);
      const segments = url.pathname.split('/');
      expect(segments).toHaveLength(7);
      expect([segments[1], segments[2], segments[3], segments[5]]).toEqual(['base', 'v2', 'items', 'parts']);
      // An upstream that decodes twice must not find a path either.
      for (const segment of [segments[4]!, segments[6]!]) {
        const once = decodeURIComponent(segment);
        expect(once).not.toMatch(/[/\\\0\r\n]|^\.{1,2}$/);
        expect(once).not.toMatch(/%(2f|5c|2e|00)/i);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('plain values arrive unchanged', () => {
  const shape = template('/items/{a}');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (text) => {
      fc.pre(!/[\u0000-\u001f\u007f/\\]|%(2f|5c|2e|00)|^\.{1,2}$/i.test(text) && text.isWellFormed());
      const value = readSegment(encodeURIComponent(text), 'a');
      expect(value).toBe(text);
      const url = new URL(`${BASE}${buildPath(shape, { a: value as string })}`);
      expect(decodeURIComponent(url.pathname.split('/')[4]!)).toBe(text);
    }),
  );
});

describe('templates', () => {
  test.each(['', 'a', '/a b', '/{a}{b}', '/x{a}', '/{}', '/a/../b', '/a//b', `/${'a'.repeat(140)}`])(
    '%s is refused',
    (text) => {
      expect(isProblem(readTemplate(text))).toBe(true);
    },
  );

  test('a closing slash is kept for the upstream', () => {
    expect(buildPath(template('/a/{b}/'), { b: 'c' })).toBe('/a/c/');
  });
});
