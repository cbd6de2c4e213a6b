// Compares measured CPU ratios with recorded ones. Pure. A row that is not recorded is an error, because its slowdown would stay unnoticed.
import { median } from './figures.ts';

export interface Measured {
  id: string;
  label: string;
  /** CPU divided by that of the slice beside it, of each pair of slices. */
  ratios: number[];
}

export interface Compared extends Measured {
  /** 1 is as recorded, 2 is twice the CPU. */
  worse: number;
  isTooMuch: boolean;
}

/** Between kinds of machines the ratios differ by a third. A smaller slowdown is left to `--against` and a human reader. */
const WORSE_MAX = 1.5;

/** Of both measurements together: a few disturbed slices do not move the median. */
export function added(first: readonly Measured[], second: readonly Measured[]): Measured[] {
  return second.map((row) => {
    const before = first.find(({ id }) => id === row.id)?.ratios ?? [];
    return { ...row, ratios: [...before, ...row.ratios] };
  });
}

export function compare(recorded: Record<string, number>, measured: readonly Measured[]): Compared[] {
  return measured.map((row) => {
    const before = recorded[row.id];
    if (before === undefined) throw new Error(`${row.id} is not recorded: npm run bench -- --record`);
    const worse = median(row.ratios) / before;
    // Also true for NaN.
    return { ...row, worse, isTooMuch: !(worse <= WORSE_MAX) };
  });
}
