import { expect, test } from 'vitest';
import { askedText } from './asked-view.ts';

const KEYWORD = { name: 'keyword', value: 'cat' };
const COUNT = { name: 'count', value: '5' };

test.each([
  ['two parameters', { parameters: [KEYWORD, COUNT], is_cut: false }, 'keyword=cat  count=5'],
  ['what was cut', { parameters: [KEYWORD], is_cut: true }, 'keyword=cat … (cut)'],
  ['a call without parameters', { parameters: [], is_cut: false }, ''],
])('a terminal shows %s, and says that it was cut only where it was', (_, asked, text) => {
  expect(askedText({ path: '/p', ...asked })).toBe(text);
});

test('a question that was not kept is not shown', () => {
  expect(askedText(null)).toBeNull();
});
