// Events for operators: those of one account, or the operator's own. Oldest first.

import { OPERATOR_STREAM } from '../../domain/event.ts';
import { isFailure } from '../../domain/failure.ts';
import { LIST_ITEMS_DEFAULT } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { accountOrFailure } from '../accounts/account-views.ts';
import {
  afterQuery,
  beforeQuery,
  EventView,
  eventLimit,
  eventView,
  LastSequence,
  lastSequence,
} from './event-views.ts';

export const eventList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListEvents',
  method: 'GET',
  path: '/admin/v1/events',
  summary: 'Events of an account, or those for the operator, the oldest first',
  tag: 'Events',
  params: Nothing,
  query: Type.Object({ account: Type.Optional(AccountRef), ...afterQuery, ...beforeQuery, ...eventLimit }),
  body: Nothing,
  result: Type.Object({ events: Type.Array(EventView), last_sequence: LastSequence }),
  async run(deps, { query }) {
    const { account: name, after = 0, before, limit = LIST_ITEMS_DEFAULT } = query;
    const account = name === undefined ? null : await accountOrFailure(deps, name);
    if (isFailure(account)) return account;
    const found = await deps.storage.events.list({
      stream: account?.id ?? OPERATOR_STREAM,
      after,
      limit,
      ...(before !== undefined && { before }),
    });
    return { events: found.map(eventView), last_sequence: lastSequence(found, after) };
  },
});
