// A planted bug is shown to the tests that can notice it, the test beside it first.
import path from 'node:path';
import { expect, test } from 'vitest';
import { ImportGraph } from './tests-of.ts';

const graph = new ImportGraph(path.join(import.meta.dirname, '../..'));

const testsOf = (file: string, max: number) => graph.testsOf(`packages/gateway/src/${file}`, { max });

test('the test beside a file comes first, then those of its folder and of its subject, and at last those that compare all that is told', () => {
  const tests = testsOf('cache/flights.ts', 4);
  expect(tests[0]).toBe('packages/gateway/src/cache/flights.test.ts');
  expect(tests.slice(4)).toContain('packages/gateway/src/call/left-behind.test.ts');
  expect(testsOf('storage/nouns/payments.ts', 3).slice(0, 3)).toEqual([
    'packages/gateway/src/storage/sqlite/contracts.test.ts',
    'packages/gateway/src/storage/sqlite/storage.test.ts',
    'packages/gateway/src/guarantees/payments.test.ts',
  ]);
  expect(testsOf('features/payments/payment.admin.ts', 8)).toContain(
    'packages/gateway/src/guarantees/payments.test.ts',
  );
});

test('a file with only types has no tests, because it has no code to run', () => {
  expect(testsOf('verb/deps.ts', 3)).toEqual([]);
});
