// Owns what both console and portal know of a key.
import type { SpendCap } from '../api/api-types.ts';

export interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  groups: readonly string[];
  status: 'active' | 'disabled' | 'revoked';
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  currency: string;
  /** As they stand. */
  caps: readonly SpendCap[];
}

/** A fresh secret, shown once. */
export interface NewSecret {
  secret: string;
  previous_valid_until?: string;
}
