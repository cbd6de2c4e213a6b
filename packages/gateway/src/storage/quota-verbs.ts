// Owns the verbs that count what is spent of the quotas of providers, once for all nodes. Units are taken before a provider is asked:
// what is not taken is not spent, whoever else asks at the same time.
import type { Quota } from '../domain/quota.ts';

export interface QuotaOf extends Pick<Quota, 'per' | 'reset'> {
  provider: string;
}

/** How much of a quota is spent in the period that lasts now, by the ledger's clock. */
export interface QuotaUse {
  usedUnits: number;
  startMs: number;
  /** Until the period ends. */
  leftMs: number;
}

export interface QuotaVerbs {
  /** All of these units, or none of them when less are left of `most`. */
  take(input: QuotaOf & { units: number; most: number }): Promise<QuotaUse & { isTaken: boolean }>;
  /** What was taken in the period that began then, and not spent. */
  giveBack(input: { provider: string; startMs: number; units: number }): Promise<null>;
  /** In the order of what is asked. */
  used(input: { of: readonly QuotaOf[] }): Promise<QuotaUse[]>;
}
