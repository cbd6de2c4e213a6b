import { expect, test } from 'vitest';
import { lineJson } from './line-json.ts';

const document = {
  name: 'a "b"',
  paths: { '/a': { get: { x: [1, 2] }, put: {} } },
  none: undefined,
  list: [],
};

test.each([0, 1, 2, 3, 9])('with %i levels, the text reads back as the value', (levels) => {
  expect(JSON.parse(lineJson(document, levels))).toEqual(JSON.parse(JSON.stringify(document)));
});

test('each member of the outer levels has a line, and deeper values are compact', () => {
  expect(lineJson(document, 3).split('\n')).toEqual([
    '{',
    '  "name": "a \\"b\\"",',
    '  "paths": {',
    '    "/a": {',
    '      "get": {"x":[1,2]},',
    '      "put": {}',
    '    }',
    '  },',
    '  "list": []',
    '}',
  ]);
});

test('a list has a line for each entry', () => {
  expect(lineJson([{ a: 1 }, { b: 2 }], 1)).toBe('[\n  {"a":1},\n  {"b":2}\n]');
});
