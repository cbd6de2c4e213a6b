import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const LONG = 'a'.repeat(59);

test.each([
  ['one letter is missing', 'limt', ['lang', 'limit'], 'limit'],
  ['two letters differ', 'lymyt', ['limit'], 'limit'],
  ['three letters differ', 'lymyd', ['limit'], null],
  ['only the case and the marks between words differ', 'baseUrl', ['base-urls', 'base_url'], 'base_url'],
  ['another name is nearer than the first', 'pages', ['paged', 'pages_'], 'pages_'],
  ['two names are equally near, and the first is taken', 'pagex', ['paged', 'pages'], 'paged'],
  ['half of a short name would be wrong', 'ab', ['xb'], 'xb'],
  ['the whole of a short name would be wrong', 'ab', ['xy'], null],
  ['a name of one letter is another one', 'a', ['x'], null],
  ['names of 60 characters differ in the last one', `${LONG}b`, [`${LONG}c`, `${LONG}b`], `${LONG}b`],
  ['what is given is cut at 60 characters', 'a'.repeat(1_000_000), [`${LONG}a`], `${LONG}a`],
])('when %s', (_, given, names, meant) => {
  expect(nearestName(given, names)).toBe(meant);
});
