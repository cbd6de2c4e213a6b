// Owns what the pages about paying in ask of the gateway.
import { queryOptions } from '@tanstack/react-query';
import { portal } from '../api.ts';

/** Older ones are found among the entries. */
const SHOWN = 5;
const OPEN_POLL_MS = 5_000;

/** Looked at again while a payment is waited for, and the page is visible. */
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
