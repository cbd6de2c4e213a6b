// Collections for operators: all of them, or those of an account, of a state, or that are late.

import { isFailure } from '../../domain/failure.ts';
import { COLLECTION_STATES, keepMsFrom } from '../../domain/gathering/collection.ts';
import { LATE_AFTER_MS } from '../../domain/gathering/duty.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { onlyAccount } from '../accounts/account-views.ts';
import { seesQuestions } from '../receipts/asked-view.ts';
import {
  AdminCollectionAnswer,
  AdminCollectionDetail,
  AdminCollectionView,
  adminCollectionView,
  byQuestionView,
  collectionParams,
  noCollection,
} from './collection-views.ts';

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
  async run(deps, { query }, caller) {
    const paging = readPage('collections', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const nowMs = deps.clock.nowMs();
    const page = await deps.storage.collections.list({
      ...paging,
      ...only,
      ...(query.state !== undefined && { state: query.state }),
      ...(query.late === true && { dueBeforeMs: nowMs - LATE_AFTER_MS }),
    });
    const collections = page.items.map((of) =>
      adminCollectionView(of, { currency: deps.currency, nowMs, caller }),
    );
    return { collections, next_cursor: nextCursor('collections', page.next) };
  },
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
  result: AdminCollectionDetail,
  async run({ storage, clock, currency }, { params }, caller) {
    const found = await storage.collections.find({ id: params.collection });
    if (found === null) return noCollection;
    const questions = seesQuestions(caller) ? await storage.collections.questions({ id: found.id }) : null;
    return {
      collection: adminCollectionView(found, { currency, nowMs: clock.nowMs(), caller }),
      by_question: byQuestionView(found, questions),
    };
  },
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
  async run({ storage, clock, currency, collectionKeep }, { params }, caller) {
    const found = await storage.collections.find({ id: params.collection });
    if (found === null) return noCollection;
    const nowMs = clock.nowMs();
    const keepMs = keepMsFrom(collectionKeep(found.platform), found, nowMs);
    const stopped = await storage.collections.cancel({ actor: caller.actor, id: found.id, keepMs });
    return stopped === null
      ? noCollection
      : { collection: adminCollectionView(stopped, { currency, nowMs, caller }) };
  },
});
