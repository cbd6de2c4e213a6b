// Sealed cursors. A cursor carries where a walk stands at each provider and which items it has delivered. It is encrypted and authenticated
// with the service secret, so callers cannot read it, forge it or use it for another search. If the content is too large, the least needed
// part is dropped first; a cursor is never longer than a caller may send back.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { RandomBytes } from '../domain/clock.ts';
import { CURSOR_BYTES_MAX } from '../domain/limits.ts';
import { decodeSeen, encodeSeen, type Seen } from './seen-ids.ts';

/** Raised when the content changes shape. Version 1 had one provider and no delivered items; it still opens. */
const VERSION = 2;
const FIRST_VERSION = 1;
const VERSION_BYTE = Buffer.of(VERSION);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_LENGTH_BYTES = 2;
const ENVELOPE_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
/** Base64 writes three bytes as four characters. */
const PLAIN_BYTES_MAX = Math.floor((CURSOR_BYTES_MAX * 3) / 4) - ENVELOPE_BYTES;

/** A place in the list of one provider. */
export interface Stand {
  provider: string;
  /** The provider's own cursor; null before its first page. */
  upstream: string | null;
  /** Number of items of the provider's list before this place. */
  position: number;
}

export interface CursorContent extends Stand {
  /** Number of items delivered so far in this walk, by all its providers. */
  delivered: number;
  /** Number of items in the whole list, if a provider of this walk stated it. */
  total: number | null;
  /** The platform whose ids the items have; null when the walk's providers share no ids. */
  ids: string | null;
  /** Where the walk stands at providers that served it earlier, the most recent one first. */
  others: readonly Stand[];
  /** Which items were delivered; null when that is not known. */
  seen: Seen | null;
  /** A value that the operation keeps from the last page; null for most operations. */
  mark: string | null;
}

export interface OpenedCursor extends CursorContent {
  /** Equal exactly for equal content. The cursor text itself differs each time. */
  digest: string;
}

/** What a cursor is bound to. */
export interface Walk {
  platform: string;
  operation: string;
  /** What is searched for, as `targetOf` writes it. */
  target: readonly string[];
}

export interface Cursors {
  /** null when the upstream's cursor is too long to fit into a cursor that callers may send back. */
  seal(content: CursorContent, walk: Walk): string | null;
  /** null for anything that this gateway did not issue for this walk. */
  open(cursor: string, walk: Walk): OpenedCursor | null;
}

export function createCursors(secret: Uint8Array, random: RandomBytes): Cursors {
  const key = createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', 'reelgate cursor v1', 32)));
  return {
    seal(content, walk) {
      const plain = fit(content);
      if (plain === null) return null;
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(walk, VERSION));
      const sealed = [cipher.update(plain), cipher.final()];
      return Buffer.concat([VERSION_BYTE, nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
    },
    open(cursor, walk) {
      if (cursor.length > CURSOR_BYTES_MAX || !/^[\w-]+$/.test(cursor)) return null;
      const whole = Buffer.from(cursor, 'base64url');
      // Base64 has several spellings of the same bytes. Accept only the one that was issued.
      if (whole.toString('base64url') !== cursor) return null;
      const version = whole[0];
      if (whole.length <= ENVELOPE_BYTES || (version !== VERSION && version !== FIRST_VERSION)) return null;
      const plain = decrypt(key, whole, boundTo(walk, version));
      if (plain === null) return null;
      const content = version === VERSION ? read(plain) : readFirst(plain);
      return { ...content, digest: hash('sha256', plain, 'base64url') };
    },
  };
}

/** Associated data of the encryption: a cursor of another walk, or one that claims another version, fails its authentication tag. */
function boundTo(walk: Walk, version: number): Buffer {
  const digest = hash('sha256', JSON.stringify([walk.platform, walk.operation, ...walk.target]), 'buffer');
  return version === FIRST_VERSION ? digest : Buffer.concat([digest, VERSION_BYTE]);
}

function decrypt(key: KeyObject, whole: Buffer, bound: Buffer): Buffer | null {
  const nonce = whole.subarray(1, 1 + NONCE_BYTES);
  const tag = whole.subarray(1 + NONCE_BYTES, ENVELOPE_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(bound).setAuthTag(tag);
    return Buffer.concat([decipher.update(whole.subarray(ENVELOPE_BYTES)), decipher.final()]);
  } catch {
    // The authentication tag does not match: a tampered or foreign cursor.
    return null;
  }
}

/** Drops the places at other providers first, because a walk can find those again. The delivered items are stored nowhere else. */
function fit(content: CursorContent): Buffer | null {
  for (const seen of content.seen === null ? [null] : [content.seen, null]) {
    for (let others = content.others.length; others >= 0; others--) {
      const plain = write(content, content.others.slice(0, others), seen);
      if (plain !== null) return plain;
    }
  }
  return null;
}

const NO_TAIL = Buffer.alloc(0);

function write(content: CursorContent, others: readonly Stand[], seen: Seen | null): Buffer | null {
  const { provider, upstream, position, delivered, total, ids } = content;
  const values: (string | number | null)[] = [provider, upstream, position, delivered, total, ids];
  for (const other of others) values.push(other.provider, other.upstream, other.position);
  if (content.mark !== null) values.push(content.mark);
  const head = Buffer.from(JSON.stringify(values));
  const room = PLAIN_BYTES_MAX - HEAD_LENGTH_BYTES - head.length;
  const tail = seen === null ? NO_TAIL : encodeSeen(seen, room);
  if (room < 0 || tail === null) return null;
  const plain = Buffer.allocUnsafe(HEAD_LENGTH_BYTES + head.length + tail.length);
  plain.writeUInt16BE(head.length);
  plain.set(head, HEAD_LENGTH_BYTES);
  plain.set(tail, HEAD_LENGTH_BYTES + head.length);
  return plain;
}

type Head = [
  string,
  string | null,
  number,
  number,
  number | null,
  string | null,
  ...(string | number | null)[],
];

function read(plain: Buffer): CursorContent {
  const headEnd = HEAD_LENGTH_BYTES + plain.readUInt16BE(0);
  const head = JSON.parse(plain.toString('utf8', HEAD_LENGTH_BYTES, headEnd)) as Head;
  const [provider, upstream, position, delivered, total, ids, ...rest] = head;
  const seen = headEnd < plain.length ? decodeSeen(plain.subarray(headEnd)) : null;
  // Each other provider takes three values. One value beyond that is the mark.
  const mark = rest.length % STAND_VALUES === 0 ? null : (rest.pop() as string);
  return { provider, upstream, position, delivered, total, ids, others: readOthers(rest), seen, mark };
}

const STAND_VALUES = 3;

function readOthers(rest: readonly unknown[]): Stand[] {
  const others: Stand[] = [];
  for (let at = 0; at < rest.length; at += STAND_VALUES) {
    const [provider, upstream, position] = rest.slice(at, at + STAND_VALUES) as [
      string,
      string | null,
      number,
    ];
    others.push({ provider, upstream, position });
  }
  return others;
}

function readFirst(plain: Buffer): CursorContent {
  const [provider, upstream, position] = JSON.parse(plain.toString('utf8')) as [string, string, number];
  const unknown = { total: null, ids: null, others: [], seen: null, mark: null };
  return { provider, upstream, position, delivered: position, ...unknown };
}
