// Owns what a complaint about a paid answer is: one for each call, ended by a refund or by a no with its reason. Pure.
import type { Attempt } from './call.ts';
import { type Micros, toMicros } from './money.ts';

/** Rules that look at the stored answer itself. */
export const RULES = ['refusal_page', 'other_keyword', 'duplicate_page'] as const;
export type ComplaintRule = (typeof RULES)[number];
/** What decided: a rule, the allowance of the month, or a person. Waiting complaints are for a person. */
export const GROUNDS = [...RULES, 'allowance', 'person'] as const;
export type Ground = (typeof GROUNDS)[number];
export const COMPLAINT_STATES = ['waiting', 'refunded', 'refused'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];

export interface Complaint {
  id: string;
  accountId: string;
  requestId: string;
  path: string;
  /** Whose answer it was; none when no provider was asked for this call, several when it had several legs. */
  providers: readonly string[];
  /** The caller's words. */
  reason: string;
  state: ComplaintState;
  ground: Ground;
  /** Why it ended as it did, or why it waits. */
  note: string;
  chargedMicros: Micros;
  refundedMicros: Micros;
  /** What the provider's answer cost the operator. */
  costMicros: Micros;
  filedAtMs: number;
  decidedAtMs: number | null;
  decidedBy: string | null;
}

/** Who gave the answer, if it was one, and what the operator pays for it. */
export function answeredBy(attempts: readonly Attempt[]): { provider: string | null; costMicros: Micros } {
  const good = goodOnes(attempts);
  const [provider = null, ...others] = answerersOf(attempts);
  const costMicros = good.reduce((sum, one) => sum + one.costMicros, 0);
  return { provider: others.length === 0 ? provider : null, costMicros: toMicros(costMicros) };
}

/** Everybody who brought a part of the answer, each once. */
export function answerersOf(attempts: readonly Attempt[]): string[] {
  return [...new Set(goodOnes(attempts).map(({ provider }) => provider))];
}

/** Without legs the last good one is the answer. */
function goodOnes(attempts: readonly Attempt[]): Attempt[] {
  const good = attempts.filter(({ outcome }) => outcome === 'ok');
  return good.some(({ leg }) => leg !== undefined) ? good : good.slice(-1);
}
