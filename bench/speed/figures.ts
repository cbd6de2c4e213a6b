// The arithmetic of the report: medians, quantiles and rounding. Pure.

/** For an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2;
}

/** The median of several slices, and how far they lie apart. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** 1.23 (1.10–1.31) */
export function spreadText({ median, least, most }: Spread): string {
  if (!Number.isFinite(median)) return '–';
  const [middle, low, high] = [median, least, most].map((value) => value.toFixed(2));
  return low === high ? middle! : `${middle} (${low}–${high})`;
}

/** The smallest value that at least this share of the sorted values does not exceed; NaN without values. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = Math.max(0, Math.ceil(sorted.length * share) - 1);
  return sorted[at] ?? Number.NaN;
}

/** Rounded to three significant digits. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 3));
}

/** The sequence of rows in a round, drawn from the round's number: different in each round, the same in each run. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  for (let i = result.length - 1; i > 0; i--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % (i + 1);
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
