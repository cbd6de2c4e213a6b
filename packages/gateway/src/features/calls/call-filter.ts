// How operators search for calls: the query fields, and the filter made from them. Names of accounts and keys are looked up, so that an
// unknown name is an error and not an empty page.

import { DAY_MS } from '../../domain/duration.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { COLLECTION_ID_PREFIX, gatheredPrefix, WATCH_ID_PREFIX } from '../../domain/request-id.ts';
import { Type } from '../../domain/schema.ts';
import type { CallFilter } from '../../storage/storage.ts';
import type { AdminDeps } from '../../verb/deps.ts';
import { AccountRef, IdText, parseTime } from '../../verb/fields.ts';
import { parseDay } from '../../verb/reports.ts';
import { accountOrFailure } from '../accounts/account-views.ts';
import { CALL_STATES } from './call-views.ts';

const MOMENT = 'A UTC day such as 2026-11-15, or an RFC 3339 time.';
const PATH_CHARS_MAX = 500; // The longest billed path belongs to a mounted operation.

const momentQuery = {
  from: Type.Optional(Type.String({ maxLength: 40, description: `${MOMENT} Included.` })),
  to: Type.Optional(
    Type.String({ maxLength: 40, description: `${MOMENT} A day is included, a time is not.` }),
  ),
};

export const callQuery = {
  ...momentQuery,
  account: Type.Optional(AccountRef),
  key: Type.Optional(IdText),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: PATH_CHARS_MAX })),
  platform: Type.Optional(IdText),
  provider: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'A provider that was asked, whether or not it answered.',
    }),
  ),
  state: Type.Optional(Type.Enum([...CALL_STATES])),
  of: Type.Optional(
    Type.String({
      pattern: `^(${COLLECTION_ID_PREFIX}|${WATCH_ID_PREFIX})[A-Za-z0-9]{1,64}$`,
      description:
        'Id of a collection or a watch: only the calls that were made for it. If it was removed, `account` is needed too.',
      examples: ['col_4fQ2hV9xLp0Zt7Ka'],
    }),
  ),
  failure: Type.Optional(
    Type.String({
      pattern: '^[A-Z_]{1,64}$',
      description: 'The code that calls ended with.',
      examples: ['UPSTREAM_TIMEOUT'],
    }),
  ),
};

export interface CallQuery {
  from?: string;
  to?: string;
  account?: string;
  key?: string;
  path?: string;
  platform?: string;
  provider?: string;
  state?: (typeof CALL_STATES)[number];
  of?: string;
  failure?: string;
}

/** A day as the end includes the whole day. */
function readMoment(field: 'from' | 'to', text: string): number | Failure {
  const dayMs = parseDay(text);
  if (dayMs !== null) return field === 'to' ? dayMs + DAY_MS : dayMs;
  return parseTime(text) ?? invalid(field, 'must be a day such as 2026-11-15, or an RFC 3339 time');
}

function readMoments(query: { from?: string; to?: string }): { fromMs?: number; toMs?: number } | Failure {
  const fromMs = query.from === undefined ? undefined : readMoment('from', query.from);
  if (isFailure(fromMs)) return fromMs;
  const toMs = query.to === undefined ? undefined : readMoment('to', query.to);
  if (isFailure(toMs)) return toMs;
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs) return invalid('from', 'is after `to`');
  return { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { toMs }) };
}

/** The account of this collection or watch. */
async function accountOfGathered({ storage }: AdminDeps, id: string): Promise<string | Failure> {
  const found = id.startsWith(WATCH_ID_PREFIX)
    ? await storage.watches.find({ id })
    : await storage.collections.find({ id });
  return (
    found?.accountId ?? failure('NOT_FOUND', 'There is no such collection or watch. Name its account too.')
  );
}

type Payer = Pick<CallFilter, 'accountId' | 'keyId'>;

/** Whose calls are listed, and those of which collection or watch. */
async function readOwner(
  deps: AdminDeps,
  query: CallQuery,
): Promise<(Payer & Pick<CallFilter, 'requestPrefix'>) | Failure> {
  const payer = await readPayer(deps, query);
  if (isFailure(payer) || query.of === undefined) return payer;
  const accountId = payer.accountId ?? (await accountOfGathered(deps, query.of));
  if (isFailure(accountId)) return accountId;
  return { ...payer, accountId, requestPrefix: gatheredPrefix(query.of)! };
}

/** The account in the query, or the account of the key in the query. */
async function readPayer(deps: AdminDeps, { account, key }: CallQuery): Promise<Payer | Failure> {
  const named = account === undefined ? null : await accountOrFailure(deps, account);
  if (isFailure(named)) return named;
  if (key === undefined) return named === null ? {} : { accountId: named.id };
  const found = await deps.storage.keys.find({ id: key });
  if (found === null || (named !== null && named.id !== found.accountId))
    return failure('NOT_FOUND', 'There is no such key.');
  return { accountId: found.accountId, keyId: found.id };
}

export async function readCallFilter(deps: AdminDeps, query: CallQuery): Promise<CallFilter | Failure> {
  const moments = readMoments(query);
  if (isFailure(moments)) return moments;
  const owner = await readOwner(deps, query);
  if (isFailure(owner)) return owner;
  const { path, platform, provider, state } = query;
  return {
    ...moments,
    ...owner,
    ...(path !== undefined && { path }),
    ...(platform !== undefined && { platform }),
    ...(provider !== undefined && { provider }),
    ...(state !== undefined && { state }),
    ...(query.failure !== undefined && { failureCode: query.failure }),
  };
}
