// The format of secrets (API keys, admin tokens, login codes, session secrets), and which part of one may be shown. Only the SHA-256 of a
// secret is stored; 190 random bits need no slow hash. A secret may name its cell: one database with its nodes, when one is not enough.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RandomBytes } from '../clock.ts';
import { field, type Of } from '../field-table.ts';
import { rateField } from '../limiting/rate-limit.ts';
import { CAP_FIELDS } from '../limiting/spend-cap.ts';
import { Type } from '../schema.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARS = 32;
const CHECKSUM_CHARS = 6;
/** Bytes at or above this are discarded, so that every character is equally likely. 248 = 4 * 62. */
const UNBIASED_BYTE_LIMIT = 248;

/** `rgk` API key, `rga` admin token, `rgc` one-time login code, `rgs` and `rgp` the cookie and the page secret of a session, `rgi` invite. */
export const SECRET_KINDS = ['rgk', 'rga', 'rgc', 'rgs', 'rgp', 'rgi'] as const;
type SecretKind = (typeof SECRET_KINDS)[number];
const SECRET = /^rg[kacsp]_live_[0-9A-Za-z]{38}$/;

/**
 * The first two random characters may name a cell: one of several databases, each with its own nodes. The checksum of such a key starts
 * from another value, so the text alone shows whether it names a cell. 30 random characters are left, 178 bits.
 */
const CELL_CHARS = 2;
const CELL_START = crc32('cell');
const CELL_NAME = /^[0-9A-Za-z]{2}$/;

/** How much of a key may be shown: enough to tell two keys apart, useless for a call. */
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

/** A gateway without cells passes no cell. */
export function makeSecret(kind: SecretKind, random: RandomBytes, cell = ''): string {
  if (cell !== '' && !CELL_NAME.test(cell)) throw new TypeError('a cell has two letters or digits');
  const body = `${kind}_live_${cell}${base62(random, RANDOM_CHARS - cell.length)}`;
  return body + checksum(body, cell === '' ? 0 : CELL_START);
}

/** Checks kind, format and checksum. It catches typing errors before any lookup and proves nothing else. */
export function isWellFormed(secret: string, kind: SecretKind): boolean {
  if (!secret.startsWith(kind) || !SECRET.test(secret)) return false;
  return hasChecksum(secret, 0) || hasChecksum(secret, CELL_START);
}

function hasChecksum(secret: string, start: number): boolean {
  return checksum(secret.slice(0, -CHECKSUM_CHARS), start) === secret.slice(-CHECKSUM_CHARS);
}

/** The cell that a well-formed secret names; null when it names none. A router in front of the cells needs no lookup. */
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

/** A key without its secret. */
export const KEY_FIELDS = {
  id: field.text(),
  accountId: field.text(),
  name: field.text(),
  prefix: field.text(),
  groups: field.json<Group[]>().shownBy(Type.Array(Type.Enum([...GROUPS]))),
  status: field.oneOf(['active', 'disabled', 'revoked']),
  createdAtMs: field.time(),
  expiresAtMs: field.time().orNull(),
  /** Addresses or CIDR ranges that may use the key; null: any. */
  addresses: field.names().orNull(),
  /** Null: the gateway's default. */
  rate: rateField(),
  ...CAP_FIELDS,
  /** The most that one call may cost; null: no limit. */
  maxCallMicros: field.money<number>().orNull(),
  /** Platforms that the key may call; null: all. */
  platforms: field.names().orNull(),
  /** Operations that the key may call; null: all. */
  operations: field.names().orNull(),
  /** The project whose caps it shares; null: no project. */
  projectId: field.text().orNull(),
};
export type Key = Of<typeof KEY_FIELDS>;

/** Whether a key works for its account: every door asks this, or `isUsable` where the account and the secret are known. */
export function isWorking(key: Pick<Key, 'status' | 'expiresAtMs'>, nowMs: number): boolean {
  return key.status === 'active' && !isExpired(key, nowMs);
}

interface Holder {
  key: Pick<Key, 'status' | 'expiresAtMs'>;
  account: { status: string };
  /** Of the secret that was shown, once the key was rotated. */
  secretValidUntilMs: number | null;
}

export function isUsable({ key, account, secretValidUntilMs }: Holder, nowMs: number): boolean {
  if (!isWorking(key, nowMs) || account.status !== 'active') return false;
  return secretValidUntilMs === null || secretValidUntilMs > nowMs;
}

export function isExpired(key: Pick<Key, 'expiresAtMs'>, nowMs: number): boolean {
  return key.expiresAtMs !== null && key.expiresAtMs <= nowMs;
}

/** A project: a label on keys of one account, with spend caps over all of them. */
export const PROJECT_FIELDS = {
  id: field.text(),
  accountId: field.text(),
  /** Unique within its account. */
  name: field.text(),
  createdAtMs: field.time(),
  ...CAP_FIELDS,
};
export type Project = Of<typeof PROJECT_FIELDS>;
