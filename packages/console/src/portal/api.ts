// Owns what the portal asks of the gateway, each by one name.
import { queryOptions } from '@tanstack/react-query';
import type { GetBalanceAnswer, GetSignupAnswer, ListPricesAnswer } from '../api/api-types.ts';
import { type Asked, ask } from '../api/request.ts';
import type { SessionPlace } from '../api/session.ts';
import type { StatementSource } from '../statements/statement-source.ts';

export const PORTAL: SessionPlace = { path: '/api/account/v1/session', name: 'reelgate.portal' };

export const OWN_STATEMENTS: StatementSource = { place: PORTAL, path: '/api/account/v1/statements' };

export function portal<T>(path: string, asked: Asked = {}): Promise<T> {
  return ask<T>(PORTAL, path, asked);
}

export const SIGNUP = '/api/account/v1/signup';

/** Whether everybody may make an account; asked where nobody is signed in. */
export const signupQuery = queryOptions({
  queryKey: ['signup'],
  queryFn: () => portal<GetSignupAnswer>(SIGNUP),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Prices change when an operator publishes: rarely. */
const PRICES_FRESH_MS = 60_000;

export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: () => portal<ListPricesAnswer>('/api/pricing/v1/endpoints'),
  staleTime: PRICES_FRESH_MS,
});

export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: () => portal<GetBalanceAnswer>('/api/account/v1/balance'),
});
