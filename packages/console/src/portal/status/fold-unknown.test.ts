import { expect, test } from 'vitest';
import { foldUnknown } from './fold-unknown.ts';

const unknown = { state: 'unknown', hour: null, day: null, month: null } as const;
const figures = { success: 1, p95_ms: 10, refused: 0 };
const rowsOf = (...rows: Parameters<typeof foldUnknown>[0]) =>
  foldUnknown(rows).map(({ platform, operation }) => `${platform} ${operation}`);

test('only a platform of which every operation is unknown takes one row', () => {
  expect(
    rowsOf(
      { platform: 'a', operation: 'x', ...unknown },
      { platform: 'a', operation: 'y', ...unknown },
      { platform: 'b', operation: 'x', ...unknown },
      { platform: 'b', operation: 'y', ...unknown, state: 'good', hour: figures },
      { platform: 'c', operation: 'x', ...unknown },
    ),
  ).toEqual(['a *', 'b x', 'b y', 'c x']);
});

test('an unknown state with figures of the month is not folded away', () => {
  expect(
    rowsOf(
      { platform: 'a', operation: 'x', ...unknown },
      { platform: 'a', operation: 'y', ...unknown, month: figures },
    ),
  ).toEqual(['a x', 'a y']);
});
