// Reads what Stripe sends field by field: its types are a promise of somebody else, and what is no text or no amount is not guessed at.

export type StripeFields = Record<string, unknown>;

/** What cannot be what it says it is. */
export const MALFORMED = 'malformed';
export type Malformed = typeof MALFORMED;

export const isFields = (value: unknown): value is StripeFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** null for anything but a text with something in it. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Of a field that is the thing itself or only its id. */
export const idOf = (value: unknown): string | null => textOf(isFields(value) ? value.id : value);

/** What this gateway wrote on a thing; nothing on those of somebody else. */
export function metadataOf(thing: StripeFields, name: string): string | null {
  return isFields(thing.metadata) ? textOf(thing.metadata[name]) : null;
}
