// A rate limit: requests per window, and calls at one time. How it is stored, given and shown.
import type { Static } from 'typebox';
import { field, nullable } from '../field-table.ts';
import { Type } from '../schema.ts';

export interface RateLimit {
  requests: number;
  perSeconds: number;
  concurrent: number;
}

/** Far above real limits; the bounds keep windows and counters small. */
export const RateInput = Type.Object(
  {
    requests: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    per_seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
    concurrent: Type.Integer({ minimum: 1, maximum: 10_000 }),
  },
  { additionalProperties: false },
);
export const RateField = Type.Optional(nullable(RateInput));

export function rateLimitOf(rate: Static<typeof RateInput> | null): RateLimit | null {
  return rate && { requests: rate.requests, perSeconds: rate.per_seconds, concurrent: rate.concurrent };
}

function rateView(rate: RateLimit | null): Static<typeof RateInput> | null {
  return rate && { requests: rate.requests, per_seconds: rate.perSeconds, concurrent: rate.concurrent };
}

/** The limit of an account or a key; null: none of its own. */
export const rateField = () =>
  field
    .numbers<RateLimit>({
      requests: 'rate_requests',
      perSeconds: 'rate_per_seconds',
      concurrent: 'rate_concurrent',
    })
    .shownBy(nullable(RateInput), rateView);
