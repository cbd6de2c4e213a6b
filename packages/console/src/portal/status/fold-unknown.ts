// A platform about which nothing is known takes one row, so that rows with figures are not lost among it.
import type { StatusRow } from '../../api/api-types.ts';

/** The operation of a row that stands for all operations of its platform. */
export const EVERY = '*';

type Known = Pick<StatusRow, 'platform' | 'operation' | 'state' | 'hour' | 'day' | 'month'>;

function isUnknown({ state, hour, day, month }: Known): boolean {
  return state === 'unknown' && hour === null && day === null && month === null;
}

export function foldUnknown<Row extends Known>(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ platform }) => platform).values()].flatMap((own) =>
    own.length > 1 && own.every(isUnknown) ? [{ ...own[0]!, operation: EVERY }] : own,
  );
}
