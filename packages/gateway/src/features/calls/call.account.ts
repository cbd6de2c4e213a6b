// The caller's own calls: receipts, and the records and pictures of stored answers.

import { authorizeCall, authorizeGroup } from '../../domain/access/key-scope.ts';
import { type Failure, failure, isFailure, refunded } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { CallFilter, Storage } from '../../storage/storage.ts';
import { keyHolder, maySee, onlyKeyOf } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { dayQuery, nullable, RequestIdText, timeOrNull } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { readBounds } from '../../verb/reports.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { ComplaintView, complaintView } from '../complaints/complaint-views.ts';
import { ReceiptView, receiptView, withPaidFrom } from '../receipts/receipt-views.ts';
import { PicturesAnswer, picturesOf } from './picture-views.ts';

const KEY_CHARS_MAX = 64;
const PATH_CHARS_MAX = 500; // The longest billed path belongs to a mounted operation.

const requestsQuery = {
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

/** Running calls first, then by end, newest first. */
export const requests = verbOf<AccountDeps, AccountCaller>()({
  name: 'listRequests',
  client: 'account.requests',
  method: 'GET',
  path: '/api/account/v1/requests',
  summary: 'Calls of your account: running calls first, then by end, newest first',
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
          'A page reads a bounded number of calls, so it may be short or empty. No call that ended after this time is missing. null at the end of the list.',
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
      searched_to: timeOrNull(page.searchedToMs),
    };
  },
});

/** An id of another account and an unknown id get the same answer. */
export const request = verbOf<AccountDeps, AccountCaller>()({
  name: 'getRequest',
  method: 'GET',
  path: '/api/account/v1/requests/{request_id}',
  summary: 'Receipt of one call of your account',
  tag: 'Account',
  params: Type.Object({ request_id: RequestIdText }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    call: ReceiptView,
    complaint: nullable(ComplaintView),
  }),
  async run({ storage, showsProviders }, { params }, caller) {
    const { account } = keyHolder(caller);
    const of = { accountId: account.id, requestId: params.request_id };
    const [call, parts, complaint] = await Promise.all([
      storage.calls.find(of),
      storage.grants.paidFor(of),
      storage.complaints.find(of),
    ]);
    if (call === null || !maySee(caller!, call))
      return failure('NOT_FOUND', 'Your account has no call with this request id.');
    const receipt = receiptView(call, account.currency, { showsProviders: showsProviders() });
    return {
      call: withPaidFrom(receipt, parts),
      complaint: complaint && complaintView(complaint, account.currency),
    };
  },
});

type KeptRecord = Record<string, unknown> & { id: string };

const RecordView = Type.Object(
  { id: Type.String() },
  { additionalProperties: true, description: 'A unified record, as the answer had it.' },
);

/** Costs nothing, but counts as a free answer of the account. It reads the stored answer and asks no platform. */
export const requestRecords = verbOf<AccountDeps, AccountCaller>()({
  name: 'listRequestRecords',
  method: 'GET',
  path: '/api/account/v1/requests/{request_id}/records',
  summary: 'Records out of an answer that you paid for, free while it is kept',
  tag: 'Account',
  params: Type.Object({ request_id: RequestIdText }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    operation: Type.String({ description: 'What was asked, and so what the records are.' }),
    items: Type.Array(RecordView),
  }),
  async run({ storage, takePlace }, { params }, caller) {
    const holder = keyHolder(caller);
    const place = takePlace(holder.account.id);
    if (isFailure(place)) return place;
    try {
      return await readKept(storage, caller!, params.request_id);
    } finally {
      place.leave();
    }
  },
});

/** A key may read an answer only when it could have bought it, as with a replay. */
async function readKept(
  storage: Storage,
  holder: NonNullable<AccountCaller>,
  requestId: string,
): Promise<{ operation: string; items: KeptRecord[] } | Failure> {
  const found = await storage.calls.findAnswer({ accountId: holder.account.id, requestId });
  if (found === null || !maySee(holder, found.call))
    return failure('NOT_FOUND', 'Your account has no answer with this request id that is kept.');
  const { call, answer } = found;
  if (!call.answerKept) return refunded;
  const forbidden =
    authorizeGroup(holder, call.group) ?? authorizeCall(holder, call.platform, call.operation);
  if (forbidden !== null) return forbidden;
  if (call.group !== 'u1' || answer.passedOn !== null) {
    return failure('CONFLICT', 'Only answers of group u1 have records. Ask again as before: it is free.');
  }
  const { items, item } = JSON.parse(Buffer.from(answer.body).toString()) as {
    items?: KeptRecord[];
    item?: KeptRecord;
  };
  return { operation: call.operation, items: items ?? (item === undefined ? [] : [item]) };
}

/**
 * Addresses on the gateway, so that a page can show pictures without contacting third parties. Costs nothing, but counts as a free answer
 * of the account.
 */
export const requestPictures = verbOf<AccountDeps, AccountCaller>()({
  name: 'listRequestPictures',
  method: 'GET',
  path: '/api/account/v1/requests/{request_id}/pictures',
  summary: 'Pictures of an answer that you paid for, served by the gateway',
  tag: 'Account',
  params: Type.Object({ request_id: RequestIdText }),
  query: Nothing,
  body: Nothing,
  result: PicturesAnswer,
  async run({ storage, takePlace, pictureAddress }, { params }, caller) {
    const holder = keyHolder(caller);
    const place = takePlace(holder.account.id);
    if (isFailure(place)) return place;
    try {
      const kept = await readKept(storage, caller!, params.request_id);
      if (isFailure(kept)) return kept;
      return { pictures: picturesOf(kept.items, pictureAddress) };
    } finally {
      place.leave();
    }
  },
});
