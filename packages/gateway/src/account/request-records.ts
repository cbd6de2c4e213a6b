// Owns `requests/{request_id}/records`: records out of an answer that was paid for, as they were delivered. Free, but counted among the
// free answers of the key. It reads what is kept and asks no platform.

import { type Failure, failure, isFailure, refunded } from '../domain/failure.ts';
import { authorizeCall, authorizeGroup } from '../domain/key-scope.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { Storage } from '../storage/storage.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { RequestIdText } from './fields.ts';
import { keyHolder } from './key-holder.ts';
import { maySee } from './limited-keys.ts';

type KeptRecord = Record<string, unknown> & { id: string };

const RecordView = Type.Object(
  { id: Type.String() },
  { additionalProperties: true, description: 'A unified record, as the answer had it.' },
);

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

/** A key reads what it could have bought, as with a replay. */
export async function readKept(
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
