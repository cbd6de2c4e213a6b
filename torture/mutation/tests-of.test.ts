// A mutant is shown to the tests that can notice it, the test beside it first, and mutants are small changes.
import path from 'node:path';
import { expect, test } from 'vitest';
import { mutantsOf } from './mutants.ts';
import { ImportGraph } from './tests-of.ts';

const graph = new ImportGraph(path.join(import.meta.dirname, '../..'));

test('the test beside a file comes first, and tests that reach it through others are further away', () => {
  const { near, wide } = graph.testsOf('packages/gateway/src/cache/flights.ts', { wideMax: 3 });
  expect(near[0]).toBe('packages/gateway/src/cache/flights.test.ts');
  expect(wide).toHaveLength(3);
  expect(near.filter((name) => wide.includes(name))).toEqual([]);
});

test('a file with only types has no tests, because it has no code to run', () => {
  expect(graph.testsOf('packages/gateway/src/verb/deps.ts', { wideMax: 3 })).toEqual({ near: [], wide: [] });
});

test('a mutant changes one place, and texts for people are left alone', () => {
  const source = "if (a < 1) throw new Error('a < 1' + b);\n";
  const changed = mutantsOf('x.ts', source).map(({ start, end, replacement }) => {
    return source.slice(0, start) + replacement + source.slice(end);
  });
  expect(changed).toContain("if (((a) <= (1))) throw new Error('a < 1' + b);\n");
  expect(changed).toContain("if (false) throw new Error('a < 1' + b);\n");
  expect(changed.every((text) => text.includes("new Error('a < 1' + b)"))).toBe(true);
});
