// Round numbers for the scale of a chart.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** How many ticks a scale has, about. */
const TICKS_ABOUT = 4;
const STEPS = [1, 2, 5, 10];

/** Evenly spaced round integers that enclose both bounds, lowest first. The bounds are integers and differ. */
export function ticksUpTo(low: number, high: number): number[] {
  const span = high - low;
  const size = 10 ** Math.max(0, Math.floor(Math.log10(span / TICKS_ABOUT)));
  const step = STEPS.map((factor) => factor * size).find((one) => span / one <= TICKS_ABOUT) ?? span;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

// The present width of an element in pixels, so that a drawing is made for its place instead of being stretched.

/** Used before the first measurement. */
const WIDTH_GUESSED = 640;

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(WIDTH_GUESSED);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.max(1, Math.round(entry!.contentRect.width))),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
