// The live list of calls: one request for the first page, then one every two seconds for new calls, while the page is visible.
import { useInfiniteQuery } from '@tanstack/react-query';
import { admin } from '../api.ts';
import type { CallFilters } from './filters.ts';

/** Interval of polling. A console that is left open must cost the gateway little. */
const POLL_MS = 2_000;
const PAGE = 50;

/** Polls only while just the first page is shown: the list must not move while the operator reads further down. */
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
