// Owns the live list of calls: one request for the first page, then every two seconds one for what is new, while the page is visible.
import { useInfiniteQuery } from '@tanstack/react-query';
import { admin } from '../api.ts';
import type { CallFilters } from './filters.ts';

/** A console that is left open must cost next to nothing. */
const POLL_MS = 2_000;
const PAGE = 50;

/** Polls only while nothing but the first page is shown: who reads on does not want the list to move. */
export function useCalls({ open: _, ...filters }: CallFilters) {
  return useInfiniteQuery({
    queryKey: ['calls', filters],
    queryFn: ({ pageParam }) =>
      admin('/calls', {
        query: { ...filters, limit: PAGE, cursor: pageParam, ...(pageParam === null && { totals: true }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : POLL_MS),
  });
}
