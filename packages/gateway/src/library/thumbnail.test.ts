import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderThumbnail } from './thumbnail.ts';

test('a record always gives the same picture, and another id another colour', () => {
  const picture = renderThumbnail({ id: 'a', title: 'cat' });
  expect(renderThumbnail({ id: 'a', title: 'cat' })).toBe(picture);
  expect(renderThumbnail({ id: 'b', title: 'cat' })).not.toBe(picture);
});

test('no title becomes markup', () => {
  const picture = renderThumbnail({
    id: '"><script>',
    title: '<script>alert(1)</script> & "quotes" \u0000\u001b]',
  });
  expect(picture).not.toContain('<script');
  expect(picture).not.toMatch(/[\u0000-\u0008]/);
});

test('any title gives balanced XML of bounded size', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (title) => {
      const picture = renderThumbnail({ id: 'x', title: title || 'x' });
      expect(picture.length).toBeLessThan(10_000);
      expect(picture.match(/<tspan/g)?.length ?? 0).toBeLessThanOrEqual(4);
      const text = picture.replace(/<\/?(svg|defs|linearGradient|stop|rect|text|tspan)\b[^<>]*>/g, '');
      expect(text).not.toMatch(/[<>]|&(?!#\d+;)/);
    }),
  );
});

test('a long title without spaces is wrapped, and its end is an ellipsis', () => {
  const picture = renderThumbnail({ id: 'x', title: '猫'.repeat(100) });
  expect(picture.match(/<tspan/g)).toHaveLength(4);
  expect(picture).toContain('…');
});
