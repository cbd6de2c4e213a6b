// Owns the list of the account's own calls: those that run, then the latest end first, each as its receipt.

import { formatTime } from '../domain/clock.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { CallFilter } from '../storage/storage.ts';
import { readBounds } from './days.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { dayQuery, nullable } from './fields.ts';
import { keyHolder } from './key-holder.ts';
import { onlyKeyOf } from './limited-keys.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from './paging.ts';
import { ReceiptView, receiptView } from './receipt-view.ts';

const KEY_CHARS_MAX = 64;
const PATH_CHARS_MAX = 500; // The longest billed path is that of a mounted operation.

export const requestsQuery = {
  ...pageQuery,
  ...dayQuery,
  key: Type.Optional(
    Type.String({ minLength: 1, maxLength: KEY_CHARS_MAX, description: 'Id of a key of your account.' }),
  ),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: PATH_CHARS_MAX })),
  platform: Type.Optional(Type.String({ minLength: 1, maxLength: KEY_CHARS_MAX })),
  state: Type.Optional(Type.Enum(['held', 'settled', 'released', 'expired'])),
};

interface RequestsQuery {
  from?: string;
  to?: string;
  key?: string;
  path?: string;
  platform?: string;
  state?: NonNullable<CallFilter['state']>;
}

function filterOf(query: RequestsQuery, accountId: string, onlyKey: string | null): CallFilter | Failure {
  const bounds = readBounds(query);
  if (isFailure(bounds)) return bounds;
  const { key = onlyKey, path, platform, state } = query;
  if (onlyKey !== null && key !== onlyKey)
    return failure(
      'FORBIDDEN',
      'This key sees its own calls alone: it is limited to platforms or operations.',
    );
  return {
    ...bounds,
    accountId,
    ...(key !== null && { keyId: key }),
    ...(path !== undefined && { path }),
    ...(platform !== undefined && { platform }),
    ...(state !== undefined && { state }),
  };
}

export const requests = verbOf<AccountDeps, AccountCaller>()({
  name: 'listRequests',
  method: 'GET',
  path: '/api/account/v1/requests',
  summary: 'Calls of your account: those that run, then the latest end first',
  tag: 'Account',
  params: Nothing,
  query: Type.Object(requestsQuery),
  body: Nothing,
  result: Type.Object({
    calls: Type.Array(ReceiptView),
    next_cursor: NextCursor,
    searched_to: nullable(
      Type.String({
        description:
          'A page looks at a bounded number of calls, and may be short or empty: no call that ended later than this is missing. null when that was all.',
      }),
    ),
  }),
  async run({ storage, showsProviders }, { query }, caller) {
    const { account } = keyHolder(caller);
    const filter = filterOf(query as RequestsQuery, account.id, onlyKeyOf(caller!));
    if (isFailure(filter)) return filter;
    const paging = readPage('requests', query);
    if (isFailure(paging)) return paging;
    const reader = { showsProviders: showsProviders() };
    const page = await storage.calls.list({ ...filter, ...paging });
    return {
      calls: page.items.map((call) => receiptView(call, account.currency, reader)),
      next_cursor: nextCursor('requests', page.next),
      searched_to: page.searchedToMs === null ? null : formatTime(page.searchedToMs),
    };
  },
});
