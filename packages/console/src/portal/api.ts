// Requests of the portal that several pages share.
import { queryOptions } from '@tanstack/react-query';
import type { SessionPlace } from '../api/session.ts';
import { askBelow, downloadCsv } from '../api/typed-ask.ts';
import type { StatementSource } from '../statements/StatementCsv.tsx';

export const PORTAL: SessionPlace = { name: 'reelgate.portal' };

export const portal = askBelow(PORTAL, '/api');

export const OWN_STATEMENTS: StatementSource = {
  name: 'own',
  list: (query) => portal('/account/v1/statements', { query }),
  one: (params) => portal('/account/v1/statements/{statement}', { params }),
  save: (params, file) => downloadCsv(PORTAL, '/api/account/v1/statements/{statement}', { params }, file),
};

/** Whether sign-up without an invite is allowed. Needs no session. */
export const signupQuery = queryOptions({
  queryKey: ['signup'],
  queryFn: () => portal('/account/v1/signup'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How long prices are kept before they are loaded again: they change only when an operator publishes. */
const PRICES_FRESH_MS = 60_000;

export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: () => portal('/pricing/v1/endpoints'),
  staleTime: PRICES_FRESH_MS,
});

/** How often an open status page asks again: the gateway measures once a minute. */
const STATUS_MS = 60_000;

/** Needs no session where the operator made it public. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: () => portal('/status/v1'),
  refetchInterval: STATUS_MS,
});

export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: () => portal('/account/v1/balance'),
});

/** What the key of the calls may still spend. Below the cache key of the balance, so that a call reloads both. */
export const ownKeyQuery = queryOptions({
  queryKey: [...balanceQuery.queryKey, 'of the key'],
  queryFn: () => portal('/account/v1/key'),
});
