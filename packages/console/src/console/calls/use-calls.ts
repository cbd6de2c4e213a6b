// The live list of calls: one request for the first page, then one every two seconds for new calls, while the page is visible.
import { pollFirst, useList } from '../../api/use-list.ts';
import { admin } from '../api.ts';
import type { CallFilters } from './filters.ts';

/** Interval of polling. A console that is left open must cost the gateway little. */
const POLL_MS = 2_000;
const PAGE = 50;

export function useCalls({ open: _, ...filters }: CallFilters) {
  return useList(
    ['calls', filters],
    (cursor) =>
      admin('/calls', {
        query: { ...filters, limit: PAGE, cursor, ...(cursor === null && { totals: true }) },
      }),
    pollFirst(POLL_MS),
  );
}
