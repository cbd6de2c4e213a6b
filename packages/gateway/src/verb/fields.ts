// Fields that verbs share. A schema defines the format of a field; the reader beside it converts the value. Amounts are strings, because a
// JSON number loses digits before anything can check them. No field has an `$id`: only whole answers are named in the OpenAPI document.
import { formatTime, parseTime } from '../domain/clock.ts';
import { type Failure, invalid } from '../domain/failure.ts';
import { MoneyText, nullable, TimeText } from '../domain/field-table.ts';
import { ID_PREFIXES } from '../domain/ids.ts';
import { RateField, RateInput, rateLimitOf } from '../domain/limiting/rate-limit.ts';
import { REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import { type Micros, parseMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import {
  AMOUNT_TEXT,
  DAY_TEXT,
  MailAddress,
  NAME_TEXT,
  SIGNED_AMOUNT_TEXT,
  VISIBLE_TEXT,
  Words,
} from '../domain/text/text-patterns.ts';

export const Currency = Type.String({ examples: ['USD'] });
export const Count = Type.Integer({ minimum: 0 });
/** A larger number has lost digits when it has been parsed: as an id it would name another thing. It has to be sent as a text. */
export const ExactInteger = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});

export const RequestIdText = Type.String({ minLength: 1, maxLength: REQUEST_ID_BYTES_MAX });

export const dayQuery = {
  from: Type.Optional(Type.String({ pattern: DAY_TEXT.pattern, description: 'First UTC day, included.' })),
  to: Type.Optional(Type.String({ pattern: DAY_TEXT.pattern, description: 'Last UTC day, included.' })),
};

export { MailAddress, MoneyText, nullable, parseTime, RateField, RateInput, rateLimitOf, TimeText, Words };

export const Name = Type.String({ pattern: NAME_TEXT.pattern, examples: ['acme'] });
export const OnceReference = Type.Optional(
  Type.String({
    pattern: VISIBLE_TEXT.pattern,
    description: 'Your own name for this change: sent again, it is not made a second time.',
  }),
);
export const AccountRef = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Id or name of the account.',
});
export const IdText = Type.String({ minLength: 1, maxLength: 64 });
/** Part of a name, or a whole id. */
export const SearchText = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'A part of the name, in whatever case, or the id.',
  }),
);
export const TimeInput = Type.String({
  maxLength: 40,
  description: 'RFC 3339.',
  examples: ['2027-01-01T00:00:00Z'],
});

export const AmountInput = Type.String({
  pattern: AMOUNT_TEXT.pattern,
  description: 'A decimal string with at most six places.',
  examples: ['25.00'],
});
export const SignedAmountInput = Type.String({
  pattern: SIGNED_AMOUNT_TEXT.pattern,
  description: 'A decimal string with at most six places; negative takes money away.',
  examples: ['-1.50'],
});

/** `positive` for payments and refunds, `signed` for corrections, `cap` for limits, where zero allows nothing. */
type AmountRule = 'positive' | 'signed' | 'cap';

export function readAmount(field: string, value: unknown, rule: AmountRule): Micros | Failure {
  const amount = typeof value === 'string' ? parseMoney(value) : null;
  if (amount === null) return invalid(field, `must be ${AMOUNT_TEXT.words}`);
  if (rule !== 'cap' && amount === 0) return invalid(field, 'must not be zero');
  if (rule !== 'signed' && amount < 0) return invalid(field, 'must not be negative');
  return amount;
}

export function readTime(field: string, text: string): number | Failure {
  return parseTime(text) ?? invalid(field, 'must be an RFC 3339 time such as 2027-01-01T00:00:00Z');
}

export function timeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : formatTime(atMs);
}

/**
 * Which names a new account, key, project or operator may have: commands and routes accept an id or a name, so no name looks like an id,
 * and none is a word that programs or the gateway itself take for something else.
 */
const PREFIXES: readonly string[] = Object.values(ID_PREFIXES);

/** `operator` is the stream of the operator's events. The others are what a careless program makes of nothing, or members of its objects. */
const WORDS = ['operator', 'null', 'undefined', 'nan', 'true', 'false', 'prototype'];
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  [...WORDS, ...Object.getOwnPropertyNames(Object.prototype)].map((word) => word.toLowerCase()),
);

/** `before` is the name that the thing has now: a name from before this rule may stay. */
export function nameRefusal(name: string | undefined, before?: string): Failure | null {
  if (name === undefined || name === before) return null;
  const lower = name.toLowerCase();
  if (RESERVED_NAMES.has(lower)) return invalid('name', 'is a reserved word');
  const prefix = PREFIXES.find((one) => lower.startsWith(one));
  return prefix === undefined ? null : invalid('name', `must not start with ${prefix}: ids start so`);
}
