// Ends a property test by its time, between two draws. The option of fast-check for this ends it in the middle of a draw, and a slow machine
// that has not finished the first one then fails.

/** Plays what is drawn until the time is over; draws after it pass unplayed. The first is always played. */
export function whileTime<Drawn extends unknown[]>(
  msMax: number,
  play: (...drawn: Drawn) => Promise<void>,
): (...drawn: Drawn) => Promise<void> {
  let untilMs = Number.POSITIVE_INFINITY;
  return async (...drawn) => {
    if (performance.now() > untilMs) return;
    if (untilMs === Number.POSITIVE_INFINITY) untilMs = performance.now() + msMax;
    await play(...drawn);
  };
}
