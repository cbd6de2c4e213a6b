// The present width of an element in pixels, so that a drawing is made for its place instead of being stretched.
import { type RefObject, useLayoutEffect, useState } from 'react';

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
