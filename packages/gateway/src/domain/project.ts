// A project: a label on keys of one account, with spend caps over all of them.
import type { SpendCaps } from './spend-cap.ts';

export interface Project extends SpendCaps {
  id: string;
  accountId: string;
  /** Unique within its account. */
  name: string;
  createdAtMs: number;
}
