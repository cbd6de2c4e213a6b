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

export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: () => portal('/account/v1/balance'),
});
