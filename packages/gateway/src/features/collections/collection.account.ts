// Collections of the caller's account. A collection runs with the key that made it, and a limited key sees only its own.

import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { readGiven } from '../../domain/field-table.ts';
import {
  COLLECTION_FIELDS,
  type Collection,
  keepMsFrom,
  lastEndMs,
} from '../../domain/gathering/collection.ts';
import { makeId } from '../../domain/ids.ts';
import { formatMoney, MICROS_MAX, type Micros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import {
  callerActor,
  keyHolder,
  madeBefore,
  makerOf,
  maySee,
  onlyKeyOf,
  payerRefusal,
  payInsteadRefusal,
  paysMeanwhile,
  requestIdReused,
} from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { readAmount, readTime } from '../../verb/fields.ts';
import { ownVerbOf } from '../../verb/own-verb.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import {
  byQuestionView,
  CollectionAnswer,
  CollectionBody,
  CollectionChanges,
  CollectionDetail,
  CollectionMade,
  CollectionRemoved,
  CollectionView,
  collectedQuery,
  collectionParams,
  collectionView,
  ITEMS_PER_READ_DEFAULT,
  ItemsAnswer,
  LINK_SECONDS_DEFAULT,
  LinkAnswer,
  LinkBody,
  noCollection,
} from './collection-views.ts';
import { foundItems, purgeAll } from './found-items.ts';
import { readWantedCollection } from './read-collection.ts';

export const COLLECTIONS_PATH = '/api/collections/v1';
const ONE = `${COLLECTIONS_PATH}/{collection}`;
const tag = 'Collections';

const expired = failure('GONE', 'The items of this collection have expired and were deleted.');
const running = failure('CONFLICT', 'The collection has not ended yet. Its items can be read already.');

const ownVerb = ownVerbOf({
  tag,
  path: ONE,
  params: collectionParams,
  async find({ storage }, { collection: id }, caller) {
    const found = await storage.collections.find({ id });
    const isOwn = found !== null && found.accountId === caller.account.id && maySee(caller, found);
    return isOwn ? found : noCollection;
  },
});

/** Why its records cannot be exported now; null when they can. */
export function exportRefusal({ endedAtMs, expiresAtMs }: Collection, nowMs: number): Failure | null {
  if (endedAtMs === null) return running;
  return expiresAtMs !== null && expiresAtMs <= nowMs ? expired : null;
}

/** The same body in another order of fields is the same body. */
function fingerprintOf(body: object): string {
  return createHash('sha256').update(JSON.stringify(body, sorted)).digest('base64url');
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readUntil(text: string | undefined, nowMs: number): number | null | Failure {
  if (text === undefined) return null;
  const atMs = readTime('until', text);
  if (isFailure(atMs)) return atMs;
  return atMs > nowMs ? atMs : invalid('until', 'must be in the future');
}

/** When the collection ends at the latest: at the caller's `until`, or earlier where the platform's terms require it. */
function endOf(untilMs: number | null, termsMs: number | null): number | null {
  return untilMs === null || termsMs === null ? (untilMs ?? termsMs) : Math.min(untilMs, termsMs);
}

export const collectionCreate = verbOf<AccountDeps, AccountCaller>()({
  name: 'createCollection',
  method: 'POST',
  path: COLLECTIONS_PATH,
  summary: 'Gather all items for a question, up to a number of items and a budget',
  tag,
  params: Nothing,
  query: Nothing,
  body: CollectionBody,
  result: CollectionMade,
  creates: ({ created }) => created,
  async run(deps, { body, requestId = '' }, caller) {
    const { storage, clock, random, collecting, lookForDuties } = deps;
    const holder = keyHolder(caller);
    const { key, account } = holder;
    const named = { accountId: account.id, requestId, fingerprint: fingerprintOf(body) };
    const before = await storage.collections.made(named);
    if (before?.kind === 'reused') return requestIdReused;
    if (before !== null) return knownCollection(deps, caller, before.collection);
    const budgetMicros = readAmount('budget', body.budget, 'cap');
    if (isFailure(budgetMicros)) return budgetMicros;
    const nowMs = clock.nowMs();
    const untilMs = readUntil(body.until, nowMs);
    if (isFailure(untilMs)) return untilMs;
    const read = await readWantedCollection(collecting, holder, body, budgetMicros);
    if (isFailure(read)) return read;
    const { keptMax } = collecting.rules();
    const made = await storage.collections.create({
      ...{ actor: callerActor(caller!), id: makeId('collection', random) },
      ...{ ...named, ...read, ...readGiven(COLLECTION_FIELDS, body), keyId: key.id, budgetMicros, keptMax },
      untilMs: endOf(untilMs, lastEndMs(collecting.keep(read.platform), nowMs)),
    });
    if (made.kind === 'not_found') return failure('NOT_FOUND', 'The account no longer exists.');
    if (made.kind === 'reused') return requestIdReused;
    if (made.kind === 'known') return knownCollection(deps, caller, made.collection);
    if (made.kind === 'full')
      return failure(
        'CONFLICT',
        `Your account keeps ${keptMax} collections already. Delete one, or wait until one expires.`,
      );
    lookForDuties();
    return { collection: collectionView(made.collection, account.currency), created: true };
  },
});

async function knownCollection(deps: AccountDeps, caller: AccountCaller, made: Collection) {
  const known = await madeBefore(deps, caller!, made);
  if (isFailure(known)) return known;
  return { collection: collectionView(known, caller!.account.currency), created: false };
}

export const collectionList = verbOf<AccountDeps, AccountCaller>()({
  name: 'listCollections',
  method: 'GET',
  path: COLLECTIONS_PATH,
  summary: 'Your collections, the newest first',
  tag,
  params: Nothing,
  query: Type.Object({ ...pageQuery }),
  body: Nothing,
  result: Type.Object({
    collections: Type.Array(CollectionView),
    collections_max: Type.Integer({ description: 'How many your account may keep.' }),
    running_max: Type.Integer({ description: 'How many of them may run at once.' }),
    next_cursor: NextCursor,
  }),
  async run({ storage, collecting }, { query }, caller) {
    const { account } = keyHolder(caller);
    const paging = readPage('collections', query);
    if (isFailure(paging)) return paging;
    const only = onlyKeyOf(caller!);
    const page = await storage.collections.list({
      ...paging,
      accountId: account.id,
      ...(only !== null && { keyId: only }),
    });
    const { keptMax, runningMax } = collecting.rules();
    return {
      collections: page.items.map((of) => collectionView(of, account.currency)),
      collections_max: keptMax,
      running_max: runningMax,
      next_cursor: nextCursor('collections', page.next),
    };
  },
});

export const collectionRead = ownVerb({
  name: 'getCollection',
  method: 'GET',
  summary: 'How far a collection has come',
  result: CollectionDetail,
  async run(deps, { own }, caller) {
    const questions = await deps.storage.collections.questions({ id: own.id });
    return {
      collection: collectionView(own, caller.account.currency),
      by_question: byQuestionView(own, questions),
    };
  },
});

export const collectionUpdate = ownVerb({
  name: 'updateCollection',
  method: 'PATCH',
  summary: 'Change name, budget or number of items of a collection, or let this key pay for it',
  body: CollectionChanges,
  result: CollectionAnswer,
  async run(deps, { own, body }, caller) {
    const budget = body.budget === undefined ? undefined : readAmount('budget', body.budget, 'cap');
    if (isFailure(budget)) return budget;
    const { items_max: itemsMax } = body;
    const unfit = await updateRefusal(deps, caller, own, body);
    if (unfit !== null) return unfit;
    const changed = await deps.storage.collections.update({
      ...{ actor: callerActor(caller), id: own.id, paidBy: own.keyId },
      ...readGiven(COLLECTION_FIELDS, body),
      ...(budget !== undefined && { budgetMicros: budget }),
      ...(itemsMax !== undefined && { itemsMax, mostMicros: mostFor(own, itemsMax) }),
      ...(body.key !== undefined && { keyId: caller.key.id }),
    });
    if (changed.kind === 'not_found') return noCollection;
    if (changed.kind === 'moved') return paysMeanwhile;
    if (changed.kind === 'ended')
      return failure(
        'CONFLICT',
        'The collection has ended: only its name can change. Another key can take it over only when it ended with its key, until it expires.',
      );
    if (changed.kind === 'too_low') return tooLow(changed.collection);
    deps.lookForDuties();
    return { collection: collectionView(changed.collection, caller.account.currency) };
  },
});

export const collectionRemove = ownVerb({
  name: 'removeCollection',
  method: 'DELETE',
  summary: 'Delete a collection with its items; receipts of its calls stay',
  result: CollectionRemoved,
  async run(deps, { own }, caller) {
    const { removed } = await deps.storage.collections.remove({ actor: callerActor(caller), id: own.id });
    if (!removed) return noCollection;
    await purgeAll(deps.storage, own.id);
    return { removed };
  },
});

export const collectionCancel = ownVerb({
  name: 'cancelCollection',
  method: 'POST',
  below: '/cancel',
  summary: 'End a collection between two pages; it keeps its items',
  result: CollectionAnswer,
  async run(deps, { own }, caller) {
    const keepMs = keepMsFrom(deps.collecting.keep(own.platform), own, deps.clock.nowMs());
    const of = { actor: callerActor(caller), id: own.id, keepMs };
    const cancelled = await deps.storage.collections.cancel(of);
    return cancelled === null
      ? noCollection
      : { collection: collectionView(cancelled, caller.account.currency) };
  },
});

export const collectionItems = ownVerb({
  name: 'listCollectionItems',
  method: 'GET',
  below: '/items',
  summary: 'Items of a collection in the order of delivery, also while it runs',
  query: collectedQuery,
  result: ItemsAnswer,
  async run(deps, { own, query }) {
    const nowMs = deps.clock.nowMs();
    if (own.expiresAtMs !== null && own.expiresAtMs <= nowMs) return expired;
    const { after = 0, limit = ITEMS_PER_READ_DEFAULT } = query;
    const items = await foundItems(deps.storage, { owner: own.id, after, limit, nowMs });
    const last = items.at(-1)?.number ?? after;
    return { items, next: own.endedAtMs !== null && last >= own.items ? null : last };
  },
});

export const exportLinkCreate = ownVerb({
  name: 'createExportLink',
  method: 'POST',
  below: '/export_link',
  summary: 'An address that gives the export of an ended collection without a key',
  body: LinkBody,
  result: LinkAnswer,
  creates: true,
  async run(deps, { own, body }, caller) {
    const nowMs = deps.clock.nowMs();
    const refusal = exportRefusal(own, nowMs);
    if (refusal !== null) return refusal;
    const { format = 'jsonl', expires_in_seconds: lasts = LINK_SECONDS_DEFAULT } = body;
    const expires = Math.floor(nowMs / 1_000) + lasts;
    const key = makerOf(caller);
    const signature = deps.collecting.links.sign({ collection: own.id, format, expires, key });
    const query = new URLSearchParams({ format, expires: String(expires), key, signature });
    const url = `${deps.publicUrl()}${COLLECTIONS_PATH}/${own.id}/export?${query}`;
    return { url, format, expires_at: formatTime(expires * 1_000) };
  },
});

/** Why the caller may not make these changes; null when it may. */
async function updateRefusal(
  deps: AccountDeps,
  caller: AccountCaller,
  own: Collection,
  { budget, items_max: itemsMax, key }: Static<typeof CollectionChanges>,
): Promise<Failure | null> {
  if (key !== undefined)
    return (await payInsteadRefusal(deps, caller!, own)) ?? takeOverRefusal(deps, keyHolder(caller), own);
  const mayCostMore = budget !== undefined || itemsMax !== undefined;
  return mayCostMore ? payerRefusal(deps.storage, caller!, own) : null;
}

/** Why this key could not ask what the collection still has to ask; null when it can. */
async function takeOverRefusal(
  { storage, collecting }: AccountDeps,
  holder: KeyHolder,
  { id, question }: Collection,
): Promise<Failure | null> {
  const left = (await storage.collections.questions({ id })).slice(question);
  // The rights of a key are by path, and a collection may have a thousand questions of one path.
  for (const asked of new Map(left.map((one) => [one.path, one])).values()) {
    const terms = await collecting.terms({ holder, ...asked });
    if (isFailure(terms)) return terms;
  }
  return null;
}

/** More items can cost more; with fewer items the bound stays true. */
function mostFor({ mostMicros, itemsMax }: Collection, wanted: number): Micros {
  if (wanted <= itemsMax || mostMicros >= MICROS_MAX) return mostMicros;
  return Math.min(MICROS_MAX, Math.ceil((mostMicros / itemsMax) * wanted)) as Micros;
}

function tooLow({ chargedMicros, reservedMicros, items, pageAtMs }: Collection): Failure {
  const spent = formatMoney((chargedMicros + reservedMicros) as Micros);
  const toCome = pageAtMs === null ? '' : ' and those of the page that is being fetched';
  return failure(
    'CONFLICT',
    `It has ${items} items${toCome}, and ${spent} is charged or reserved for its next page: neither may be more than the new limit.`,
  );
}
