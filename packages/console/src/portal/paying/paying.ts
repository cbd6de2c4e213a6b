// Requests of the pages about payments.
import { queryOptions } from '@tanstack/react-query';
import { portal } from '../api.ts';

/** How many top-ups are listed. Older ones are among the entries. */
const SHOWN = 5;
const OPEN_POLL_MS = 5_000;

/** Polled while a payment is pending and the page is visible. */
export const topupsQuery = queryOptions({
  queryKey: ['topups'],
  queryFn: () => portal('/account/v1/topups', { query: { limit: SHOWN } }),
  refetchInterval: ({ state }) =>
    state.data?.topups.some((one) => one.state === 'open') ? OPEN_POLL_MS : false,
});

export const rechargeQuery = queryOptions({
  queryKey: ['recharge'],
  queryFn: () => portal('/account/v1/recharge'),
});
