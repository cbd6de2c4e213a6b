// Collections of the caller's account. A collection runs with the key that made it, and a limited key sees only its own.
import { Type } from '../../domain/schema.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { NextCursor, pageQuery } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import {
  CollectionAnswer,
  CollectionMade,
  CollectionRemoved,
  CollectionView,
  CreateBody,
  collectionParams,
  ItemsAnswer,
  itemsQuery,
  LinkAnswer,
  LinkBody,
  UpdateBody,
} from './collection-views.ts';

export const COLLECTIONS_PATH = '/api/collections/v1';
const ONE = `${COLLECTIONS_PATH}/{collection}`;
const tag = 'Collections';

async function notYet(): Promise<never> {
  throw new Error('not built yet');
}

export const collectionCreate = verbOf<AccountDeps, AccountCaller>()({
  name: 'createCollection',
  method: 'POST',
  path: COLLECTIONS_PATH,
  summary: 'Gather all items for a question, up to a number of items and a budget',
  tag,
  params: Nothing,
  query: Nothing,
  body: CreateBody,
  result: CollectionMade,
  creates: ({ created }) => created,
  run: notYet,
});

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
  run: notYet,
});

export const collectionRead = verbOf<AccountDeps, AccountCaller>()({
  name: 'getCollection',
  method: 'GET',
  path: ONE,
  summary: 'How far a collection has come',
  tag,
  params: collectionParams,
  query: Nothing,
  body: Nothing,
  result: CollectionAnswer,
  run: notYet,
});

export const collectionUpdate = verbOf<AccountDeps, AccountCaller>()({
  name: 'updateCollection',
  method: 'PATCH',
  path: ONE,
  summary: 'Change name, budget or number of items of a collection, or let this key pay for it',
  tag,
  params: collectionParams,
  query: Nothing,
  body: UpdateBody,
  result: CollectionAnswer,
  run: notYet,
});

export const collectionRemove = verbOf<AccountDeps, AccountCaller>()({
  name: 'removeCollection',
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a collection with its items; receipts of its calls stay',
  tag,
  params: collectionParams,
  query: Nothing,
  body: Nothing,
  result: CollectionRemoved,
  run: notYet,
});

export const collectionCancel = verbOf<AccountDeps, AccountCaller>()({
  name: 'cancelCollection',
  method: 'POST',
  path: `${ONE}/cancel`,
  summary: 'End a collection between two pages; it keeps its items',
  tag,
  params: collectionParams,
  query: Nothing,
  body: Nothing,
  result: CollectionAnswer,
  run: notYet,
});

export const collectionItems = verbOf<AccountDeps, AccountCaller>()({
  name: 'listCollectionItems',
  method: 'GET',
  path: `${ONE}/items`,
  summary: 'Items of a collection in the order of delivery, also while it runs',
  tag,
  params: collectionParams,
  query: itemsQuery,
  body: Nothing,
  result: ItemsAnswer,
  run: notYet,
});

export const exportLinkCreate = verbOf<AccountDeps, AccountCaller>()({
  name: 'createExportLink',
  method: 'POST',
  path: `${ONE}/export_link`,
  summary: 'An address that gives the export of an ended collection without a key',
  tag,
  params: collectionParams,
  query: Nothing,
  body: LinkBody,
  result: LinkAnswer,
  creates: true,
  run: notYet,
});
