// A complaint about a paid answer. A call has at most one, and it ends with a refund or with a rejection and its reason.
import type { Attempt } from './call.ts';
import type { KeptQuestion } from './gathering/question.ts';
import { type Micros, toMicros } from './money.ts';

/** Rules that judge the stored answer. */
const RULES = ['refusal_page', 'other_keyword', 'duplicate_page'] as const;
export type ComplaintRule = (typeof RULES)[number];
/** What decided the complaint: a rule, the monthly allowance for automatic refunds, or a person. Waiting complaints wait for a person. */
export const GROUNDS = [...RULES, 'allowance', 'person'] as const;
export type Ground = (typeof GROUNDS)[number];
export const COMPLAINT_STATES = ['waiting', 'refunded', 'refused'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];

export interface Complaint {
  id: string;
  accountId: string;
  requestId: string;
  path: string;
  /** As in `CallRecord`. */
  asked: KeptQuestion | null;
  /** The providers that answered: none when the answer came from memory, several when the call had several legs. */
  providers: readonly string[];
  /** Written by the caller. */
  reason: string;
  state: ComplaintState;
  ground: Ground;
  /** Why the complaint was decided this way, or why it waits. */
  note: string;
  chargedMicros: Micros;
  refundedMicros: Micros;
  /** What the provider charged the operator for the answer. */
  costMicros: Micros;
  filedAtMs: number;
  decidedAtMs: number | null;
  decidedBy: string | null;
}

/** The provider of the answer, and what the answer costs the operator. The provider is null when there is no answer, or several providers. */
export function answeredBy(attempts: readonly Attempt[]): { provider: string | null; costMicros: Micros } {
  const good = goodOnes(attempts);
  const [provider = null, ...others] = answerersOf(attempts);
  const costMicros = good.reduce((sum, one) => sum + one.costMicros, 0);
  return { provider: others.length === 0 ? provider : null, costMicros: toMicros(costMicros) };
}

/** All providers that delivered a part of the answer, each once. */
export function answerersOf(attempts: readonly Attempt[]): string[] {
  return [...new Set(goodOnes(attempts).map(({ provider }) => provider))];
}

/** A call without legs has one answer: the last good attempt. */
function goodOnes(attempts: readonly Attempt[]): Attempt[] {
  const good = attempts.filter(({ outcome }) => outcome === 'ok');
  return good.some(({ leg }) => leg !== undefined) ? good : good.slice(-1);
}
