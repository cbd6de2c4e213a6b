// Waits until the reader has stopped typing, so that not every letter sends a request.
import { useEffect, useState } from 'react';

/** Longer than the pause between two letters, too short to be noticed. */
const DEBOUNCE_MS = 250;

export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
