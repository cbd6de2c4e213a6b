// Owns what changes of a key are told by. Pure.
import type { EventData, EventType, NewEvent } from '../domain/event.ts';
import type { Key } from '../domain/key.ts';

export function keyEvent(
  type: Extract<EventType, `key.${string}`>,
  { id, accountId, name, prefix }: Key,
  more: EventData = {},
): NewEvent {
  return { stream: accountId, type, data: { key: id, name, prefix, ...more } };
}
