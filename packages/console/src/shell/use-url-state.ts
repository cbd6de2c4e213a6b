// State of a page in its address, so that it can be linked and the back button restores it.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { inBackground } from './in-background.ts';

type Search = Record<string, unknown>;

/** `read` parses the address into the page's state. Undefined fields are left out of the address. */
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
