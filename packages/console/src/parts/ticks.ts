// Owns the round numbers beside a chart.

/** About as many as the eye takes in at once. */
const TICKS_ABOUT = 4;
const STEPS = [1, 2, 5, 10];

/** Evenly spaced round whole numbers that enclose both bounds, the low one first. The bounds are whole numbers and differ. */
export function ticksUpTo(low: number, high: number): number[] {
  const span = high - low;
  const size = 10 ** Math.max(0, Math.floor(Math.log10(span / TICKS_ABOUT)));
  const step = STEPS.map((factor) => factor * size).find((one) => span / one <= TICKS_ABOUT) ?? span;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
