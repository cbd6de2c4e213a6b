// Owns the comparison of measured CPU ratios with recorded ones. Pure. A row that is not recorded is an error, because nobody would
// notice how slow it becomes.

export interface Measured {
  id: string;
  label: string;
  /** CPU against the base row of the same round. */
  ratio: number;
}

export interface Compared extends Measured {
  /** 1 is as recorded, 2 is twice the CPU. */
  worse: number;
  isTooMuch: boolean;
}

/** Half as much again is more than any noise of several slices; a smaller loss is for a full run and a pair of eyes. */
const WORSE_MAX = 1.5;

export function compare(recorded: Record<string, number>, measured: readonly Measured[]): Compared[] {
  return measured.map((row) => {
    const before = recorded[row.id];
    if (before === undefined) throw new Error(`${row.id} is not recorded: npm run bench -- --record`);
    const worse = row.ratio / before;
    // Also true of a ratio that is no number.
    return { ...row, worse, isTooMuch: !(worse <= WORSE_MAX) };
  });
}

/** Of each row the better one of two measurements: what else the machine did may have spoiled one, seldom both. */
export function betterOf(first: readonly Compared[], second: readonly Compared[]): Compared[] {
  return first.map((row) => {
    const again = second.find(({ id }) => id === row.id);
    return again === undefined || row.worse <= again.worse ? row : again;
  });
}
