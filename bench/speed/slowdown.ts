// Compares measured CPU ratios with recorded ones. Pure. A row that is not recorded is an error, because its slowdown would stay unnoticed.

export interface Measured {
  id: string;
  label: string;
  /** CPU divided by that of the base row of the same round. */
  ratio: number;
}

export interface Compared extends Measured {
  /** 1 is as recorded, 2 is twice the CPU. */
  worse: number;
  isTooMuch: boolean;
}

/** More than the noise of several slices. A smaller slowdown is left to a full run and a human reader. */
const WORSE_MAX = 1.5;

export function compare(recorded: Record<string, number>, measured: readonly Measured[]): Compared[] {
  return measured.map((row) => {
    const before = recorded[row.id];
    if (before === undefined) throw new Error(`${row.id} is not recorded: npm run bench -- --record`);
    const worse = row.ratio / before;
    // Also true for NaN.
    return { ...row, worse, isTooMuch: !(worse <= WORSE_MAX) };
  });
}

/** The better of two measurements of each row: other work may have disturbed one, seldom both. */
export function betterOf(first: readonly Compared[], second: readonly Compared[]): Compared[] {
  return first.map((row) => {
    const again = second.find(({ id }) => id === row.id);
    return again === undefined || row.worse <= again.worse ? row : again;
  });
}
