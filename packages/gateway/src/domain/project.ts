// Owns what a project is: a label on keys of one account, with caps on what they spend together.
import type { SpendCaps } from './spend-cap.ts';

export interface Project extends SpendCaps {
  id: string;
  accountId: string;
  /** One of a kind in its account. */
  name: string;
  createdAtMs: number;
}
