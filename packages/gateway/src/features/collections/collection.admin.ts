// Collections for operators: all of them, or those of an account, of a state, or that are late.
import { COLLECTION_STATES } from '../../domain/collection.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef } from '../../verb/fields.ts';
import { NextCursor, pageQuery } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { AdminCollectionAnswer, AdminCollectionView, collectionParams } from './collection-views.ts';

async function notYet(): Promise<never> {
  throw new Error('not built yet');
}

export const adminCollectionList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListCollections',
  method: 'GET',
  path: '/admin/v1/collections',
  summary: 'List collections, the newest first',
  tag: 'Collections',
  params: Nothing,
  query: Type.Object({
    ...pageQuery,
    account: Type.Optional(AccountRef),
    state: Type.Optional(Type.Enum([...COLLECTION_STATES])),
    late: Type.Optional(
      Type.Boolean({ description: 'Only those whose next page has been due for more than a minute.' }),
    ),
  }),
  body: Nothing,
  result: Type.Object({ collections: Type.Array(AdminCollectionView), next_cursor: NextCursor }),
  run: notYet,
});

export const adminCollectionRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetCollection',
  method: 'GET',
  path: '/admin/v1/collections/{collection}',
  summary: 'How far a collection has come',
  tag: 'Collections',
  params: collectionParams,
  query: Nothing,
  body: Nothing,
  result: AdminCollectionAnswer,
  run: notYet,
});

export const adminCollectionStop = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminStopCollection',
  method: 'POST',
  path: '/admin/v1/collections/{collection}/stop',
  summary: 'End a collection between two pages; its owner keeps its items',
  tag: 'Collections',
  params: collectionParams,
  query: Nothing,
  body: Nothing,
  result: AdminCollectionAnswer,
  needs: 'operator',
  run: notYet,
});
