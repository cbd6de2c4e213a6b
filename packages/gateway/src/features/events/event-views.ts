// How an event is shown: the same in a list, after a wait, and in the body of a webhook.

import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { EVENT_TYPES, EVENTS, type StreamEvent } from '../../domain/event.ts';
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import { TimeText } from '../../verb/fields.ts';

export const eventLimit = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_ITEMS_MAX, default: LIST_ITEMS_DEFAULT })),
};

const EventTypeName = Type.Enum(EVENT_TYPES, {
  description: EVENT_TYPES.map((type) => `\`${type}\`: ${EVENTS[type].text}`).join(' '),
});

export const EventView = Type.Object(
  {
    id: Type.String({ description: 'Id of the event, the same in the header `webhook-id`.' }),
    sequence: Type.Integer({ minimum: 1, description: '1, 2, 3 … within its account, without a gap.' }),
    type: EventTypeName,
    timestamp: TimeText,
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The fields depend on the type; amounts are in the currency of the account.',
    }),
  },
  { $id: 'Event', description: 'Something that happened to an account, committed with what caused it.' },
);
export type EventView = Static<typeof EventView>;

export function eventView({ id, seq, type, atMs, data }: StreamEvent): EventView {
  return { id, sequence: seq, type, timestamp: formatTime(atMs), data };
}

/** The position after which the caller continues reading. */
export const LastSequence = Type.Integer({
  minimum: 0,
  description:
    'Send it as `after` next time: the number of the last event in this answer, or the `after` of this request when there is no event.',
});

/** The highest number of a list, ascending or descending. */
export function lastSequence(found: readonly StreamEvent[], after: number): number {
  return Math.max(after, found.at(0)?.seq ?? 0, found.at(-1)?.seq ?? 0);
}

/** The largest number that a query may contain. */
const SEQUENCE_MAX = 999_999_999_999_999;

export const beforeQuery = {
  before: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: SEQUENCE_MAX,
      description: `Only events with a lower number, and then the newest first. ${SEQUENCE_MAX} begins with the newest of all.`,
    }),
  ),
};

export const afterQuery = {
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Only events with a higher number; 0 for the oldest that are kept.',
    }),
  ),
};
