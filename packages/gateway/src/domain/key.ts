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

/**
 * The first two random characters may name a cell: one of several databases, each with nodes of its own. Then the checksum begins with
 * another value, so that the text alone says whether it names one, and a key without a cell can never be read as one with.
 * 30 random characters are left, 178 bits.
 */
const CELL_CHARS = 2;
const CELL_START = crc32('cell');
const CELL_NAME = /^[0-9A-Za-z]{2}$/;

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

function checksum(text: string, start = 0): string {
  let value = crc32(text, start);
  let digits = '';
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    digits = ALPHABET[value % 62] + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

/** A gateway that is the only cell names none. */
export function makeSecret(kind: SecretKind, random: RandomBytes, cell = ''): string {
  if (cell !== '' && !CELL_NAME.test(cell)) throw new TypeError('a cell has two letters or digits');
  const body = `${kind}_live_${cell}${base62(random, RANDOM_CHARS - cell.length)}`;
  return body + checksum(body, cell === '' ? 0 : CELL_START);
}

/** Right kind, right form, right checksum. Refuses typing errors before any look-up; proves nothing else. */
export function isWellFormed(secret: string, kind: SecretKind): boolean {
  if (!secret.startsWith(kind) || !SECRET.test(secret)) return false;
  return hasChecksum(secret, 0) || hasChecksum(secret, CELL_START);
}

function hasChecksum(secret: string, start: number): boolean {
  return checksum(secret.slice(0, -CHECKSUM_CHARS), start) === secret.slice(-CHECKSUM_CHARS);
}

/** The cell that a well-formed secret names; null when it names none. Whoever stands before the cells asks nobody where a key belongs. */
export function cellOf(secret: string): string | null {
  if (!SECRET.test(secret) || !hasChecksum(secret, CELL_START)) return null;
  const from = secret.length - CHECKSUM_CHARS - RANDOM_CHARS;
  return secret.slice(from, from + CELL_CHARS);
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
