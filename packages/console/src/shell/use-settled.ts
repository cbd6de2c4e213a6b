// Owns waiting for a reader who types: a text counts once it has rested for a moment, so that not every letter is asked for.
import { useEffect, useState } from 'react';

/** Longer than between two letters, shorter than anybody notices. */
const REST_MS = 250;

export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
