// The schema of the body of each event, from the closed list of types. A field of an event without a schema does not compile.
import type { TSchema } from 'typebox';
import { EVENTS, type EventField, type EventType } from '../../domain/event.ts';
import { Type } from '../../domain/schema.ts';
import { Count, MoneyText, nullable, TimeText } from '../../verb/fields.ts';
import { EventView } from './event-views.ts';

const Text = Type.String();
const Positive = Type.Integer({ minimum: 1 });
const Records = Type.Array(Type.Record(Type.String(), Type.Unknown()), {
  description: 'Unified records, as the answers of data routes have them.',
});

const FIELDS: Record<EventField, TSchema> = {
  amount: MoneyText,
  balance: MoneyText,
  before: Text,
  budget: MoneyText,
  catalog_version: Positive,
  change_count: Positive,
  changes: Type.Array(Type.Object({ path: Text, from: nullable(Text), to: nullable(Text) })),
  charged: MoneyText,
  closing: MoneyText,
  collection: Text,
  cost: MoneyText,
  count: Count,
  day: Type.String({ description: 'A UTC day.', examples: ['2026-11-15'] }),
  difference_count: Positive,
  dispute: Text,
  effective_from: TimeText,
  end: nullable(Text),
  entry_seq: Positive,
  expires_at: nullable(TimeText),
  failing_since: TimeText,
  failure: nullable(Text),
  failures: Count,
  first_number: Positive,
  gap: Type.Boolean(),
  grant: Text,
  id: Text,
  items: Count,
  key: Text,
  kind: Text,
  last_number: Count,
  late_by_s: Type.Number({ minimum: 0 }),
  left: MoneyText,
  limit: MoneyText,
  month: Type.String({ examples: ['2026-10'] }),
  month_max: MoneyText,
  more: Text,
  name: nullable(Text),
  next_try_at: TimeText,
  number: Positive,
  opening: MoneyText,
  owed: MoneyText,
  paused_for: Text,
  payback: Text,
  prefix: Text,
  previous_valid_until: TimeText,
  provider: Text,
  reason: nullable(Text),
  recharge: Text,
  reference: nullable(Text),
  request_id: nullable(Text),
  resets_at: nullable(TimeText),
  resumes_at: nullable(TimeText),
  run: Positive,
  scope: Type.Enum(['key', 'project']),
  spent: MoneyText,
  state: Text,
  taken: MoneyText,
  until: TimeText,
  url: Text,
  waiting_for: Text,
  watch: Text,
  watches: Type.Array(Text),
  webhook: Text,
  window: Type.Enum(['day', 'month', 'total']),
};

/** Where a field means something else than in all other events. */
const OWN_FIELDS: Partial<Record<EventType, Partial<Record<EventField, TSchema>>>> = {
  'watch.items': { items: Records },
};

/** `balance.low` → `BalanceLow`. */
export const eventName = (type: EventType) =>
  type.replace(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase());

/** The event as it is listed and as it is sent to webhooks. */
export function eventSchema(type: EventType): TSchema {
  const { data, text } = EVENTS[type];
  const fields = data.map((field) => [field, OWN_FIELDS[type]?.[field] ?? FIELDS[field]]);
  return Type.Object(
    { ...EventView.properties, type: Type.Literal(type), data: Type.Object(Object.fromEntries(fields)) },
    { $id: `${eventName(type)}Event`, description: text },
  );
}
