// Owns the verbs of keys, of the projects that they belong to, and of what both may spend, as the storage port states them.
import type { Account } from '../domain/account.ts';
import type { Group, Key, RateLimit } from '../domain/key.ts';
import type { Project } from '../domain/project.ts';
import type { CapState, SpendCaps } from '../domain/spend-cap.ts';
import type { Actor } from './actor.ts';
import type { Listed, Paging } from './listed.ts';

export interface KeyLimits {
  groups: Group[];
  expiresAtMs: number | null;
  addresses: string[] | null;
  rate: RateLimit | null;
  dailyCapMicros: number | null;
  monthlyCapMicros: number | null;
  totalCapMicros: number | null;
  maxCallMicros: number | null;
  platforms: string[] | null;
  operations: string[] | null;
  projectId: string | null;
}

/** A key that was found by its secret, with the account that pays. */
export interface KeyHolder {
  key: Key;
  account: Account;
  /** Until when the secret that was used works; null for the current secret of a key without expiry. */
  secretValidUntilMs: number | null;
}

export interface KeyListed extends Key {
  lastUsedAtMs: number | null;
  accountName: string;
  projectName: string | null;
}

/**
 * On this UTC day the account has made `madePerDayMax` keys by itself, new secrets of its keys included. Without `madePerDayMax` the
 * key is neither limited nor counted: an operator makes it.
 */
export interface MadeTooMany {
  kind: 'made_too_many';
  retryAfterMs: number;
}

export interface KeyVerbs {
  /** `livingMax`: none is made where the account has so many that are not revoked, whoever makes one at the same time. */
  create(
    input: Actor &
      KeyLimits & {
        id: string;
        accountId: string;
        name: string;
        prefix: string;
        hash: string;
        livingMax?: number;
        madePerDayMax?: number;
      },
  ): Promise<{ kind: 'created'; key: Key } | { kind: 'not_found' } | { kind: 'full' } | MadeTooMany>;
  findByHash(input: { hash: string }): Promise<KeyHolder | null>;
  find(input: { id: string }): Promise<KeyListed | null>;
  /** `search`: a part of the name in whatever case, the id or the prefix. */
  list(input: Paging & { accountId?: string; search?: string }): Promise<Listed<KeyListed>>;
  update(
    input: Actor & Partial<KeyLimits> & { id: string; name?: string; status?: 'active' | 'disabled' },
  ): Promise<Key | null>;
  /** A new secret under the same id; the old ones work until `graceUntilMs`. */
  rotate(
    input: Actor & { id: string; prefix: string; hash: string; graceUntilMs: number; madePerDayMax?: number },
  ): Promise<{ kind: 'rotated'; key: Key } | { kind: 'revoked' } | { kind: 'not_found' } | MadeTooMany>;
  /** Final: every secret of the key stops working. */
  revoke(input: Actor & { id: string }): Promise<Key | null>;
}

export type ProjectChange =
  | { kind: 'changed'; project: Project }
  | { kind: 'exists' }
  | { kind: 'not_found' };

export interface ProjectVerbs {
  create(
    input: Actor & SpendCaps & { id: string; accountId: string; name: string },
  ): Promise<{ kind: 'created'; project: Project } | { kind: 'exists' } | { kind: 'not_found' }>;
  find(input: { id: string }): Promise<Project | null>;
  list(input: Paging & { accountId?: string }): Promise<Listed<Project>>;
  update(input: Actor & Partial<SpendCaps> & { id: string; name?: string }): Promise<ProjectChange>;
}

export interface CapVerbs {
  /** Every cap that a call of this key meets, its own and its project's, as they stand; none for an unknown key. */
  ofKey(input: { keyId: string }): Promise<CapState[]>;
  /** The same of several keys, in their order. */
  ofKeys(input: { keyIds: readonly string[] }): Promise<CapState[][]>;
  ofProject(input: { projectId: string }): Promise<CapState[]>;
}
