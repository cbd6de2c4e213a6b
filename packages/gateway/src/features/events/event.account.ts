// Events of the caller's account, oldest first, and the wait for the next one.
import { isFailure } from '../../domain/failure.ts';
import { LIST_ITEMS_DEFAULT } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import { keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import {
  afterQuery,
  beforeQuery,
  EventView,
  eventLimit,
  eventView,
  LastSequence,
  lastSequence,
} from './event-views.ts';

const WAIT_SECONDS_MAX = 30;

export const accountEvents = verbOf<AccountDeps, AccountCaller>()({
  name: 'listEvents',
  client: 'account.events',
  method: 'GET',
  path: '/api/account/v1/events',
  summary: 'Events of your account, the oldest first; with `wait`, the answer comes with the next one',
  tag: 'Account',
  params: Nothing,
  query: Type.Object({
    ...afterQuery,
    ...beforeQuery,
    ...eventLimit,
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: WAIT_SECONDS_MAX,
        default: 0,
        description:
          'Seconds to wait when there is no event yet, at most 25. The answer may be empty: ask again.',
      }),
    ),
  }),
  body: Nothing,
  result: Type.Object({ events: Type.Array(EventView), last_sequence: LastSequence }),
  async run({ storage, waitForEvents }, { query, whenLeft }, caller) {
    const { account } = keyHolder(caller);
    const { after = 0, before, limit = LIST_ITEMS_DEFAULT, wait = 0 } = query;
    const asked = { stream: account.id, after, limit, ...(before !== undefined && { before }) };
    let found = await storage.events.list(asked);
    if (found.length === 0 && wait > 0 && before === undefined) {
      const awaited = { stream: account.id, after, waitMs: wait * 1_000, whenLeft };
      const refusal = await waitForEvents(awaited);
      if (isFailure(refusal)) return refusal;
      found = await storage.events.list(asked);
    }
    return { events: found.map(eventView), last_sequence: lastSequence(found, after) };
  },
});
