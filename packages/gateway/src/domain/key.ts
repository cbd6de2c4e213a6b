// Owns the form of secrets: API keys, admin tokens, login codes, sessions, and what may be shown of them. Pure: it never looks anything up.
// Only the SHA-256 of a secret is ever stored; 190 random bits need no slow hash.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RandomBytes } from './clock.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARS = 32;
const CHECKSUM_CHARS = 6;
/** Bytes at or above this are thrown away, so that every character is equally likely. 248 = 4 * 62. */
const UNBIASED_BYTE_LIMIT = 248;

/** `rgk` is an API key, `rga` an admin token, `rgc` a one-time login code, `rgs` and `rgp` the two halves of a session. */
export type SecretKind = 'rgk' | 'rga' | 'rgc' | 'rgs' | 'rgp' | 'rgi';
const SECRET = /^rg[kacsp]_live_[0-9A-Za-z]{38}$/;

/** What may be displayed of a key: enough to tell two apart, useless to call with. */
export const PREFIX_CHARS = 12;

export function base62(random: RandomBytes, chars: number): string {
  let text = '';
  while (text.length < chars) {
    for (const byte of random(chars - text.length)) {
      if (byte < UNBIASED_BYTE_LIMIT) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    digits = ALPHABET[value % 62] + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

export function makeSecret(kind: SecretKind, random: RandomBytes): string {
  const body = `${kind}_live_${base62(random, RANDOM_CHARS)}`;
  return body + checksum(body);
}

/** Right kind, right form, right checksum. Refuses typing errors before any look-up; proves nothing else. */
export function isWellFormed(secret: string, kind: SecretKind): boolean {
  if (!secret.startsWith(kind) || !SECRET.test(secret)) return false;
  return checksum(secret.slice(0, -CHECKSUM_CHARS)) === secret.slice(-CHECKSUM_CHARS);
}

/** Lower-case hex SHA-256: the only form in which a secret is stored or looked up. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export const GROUPS = ['u1', 'u2'] as const;
export type Group = (typeof GROUPS)[number];

/** Requests per window and calls at one time. */
export interface RateLimit {
  requests: number;
  perSeconds: number;
  concurrent: number;
}

/** A key as everyone but its holder sees it. */
export interface Key {
  id: string;
  accountId: string;
  name: string;
  prefix: string;
  groups: Group[];
  status: 'active' | 'disabled' | 'revoked';
  createdAtMs: number;
  expiresAtMs: number | null;
  /** Addresses or CIDR ranges that may use the key; null means any. */
  addresses: string[] | null;
  /** null means the gateway's default. */
  rate: RateLimit | null;
  dailyCapMicros: number | null;
  monthlyCapMicros: number | null;
  totalCapMicros: number | null;
  /** The most that one call may cost; null means any price. */
  maxCallMicros: number | null;
  /** Platforms that it may call; null means all. */
  platforms: string[] | null;
  /** Operations that it may call; null means all. */
  operations: string[] | null;
  /** The project whose caps it shares; null means none. */
  projectId: string | null;
}

export function isExpired(key: Key, nowMs: number): boolean {
  return key.expiresAtMs !== null && key.expiresAtMs <= nowMs;
}
