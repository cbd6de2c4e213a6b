// Owns state that lives in the address: what a page shows can be linked, and the way back leads to it.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { inBackground } from './in-background.ts';

type Search = Record<string, unknown>;

/** `read` turns whatever stands in the address into what the page knows; what it leaves undefined is left out of the address. */
export function useUrlState<State extends object>(read: (search: Search) => State) {
  const state = read(useSearch({ strict: false }) as Search);
  const navigate = useNavigate();
  const change = useCallback(
    (change: Partial<State>, replace = true) => {
      const search = (before: Search) => ({ ...before, ...change });
      inBackground(navigate({ to: '.', search: search as never, replace }));
    },
    [navigate],
  );
  return [state, change] as const;
}

export function textIn(search: Search, name: string): string | undefined {
  const value = search[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
