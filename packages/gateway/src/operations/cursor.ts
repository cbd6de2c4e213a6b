// Owns sealed cursors. A cursor carries the upstream's own cursor, the provider and the position of a walk, encrypted
// and authenticated with the service secret: callers cannot read, forge or move it to another search.
import { createCipheriv, createDecipheriv, hash, hkdfSync } from 'node:crypto';
import type { RandomBytes } from '../domain/clock.ts';
import { CURSOR_BYTES_MAX } from '../domain/limits.ts';

/** Raised when the content changes shape; cursors of other versions are refused as foreign. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface CursorContent {
  provider: string;
  upstream: string;
  /** Items delivered so far in this walk. */
  position: number;
}

/** What a cursor is bound to. */
export interface Walk {
  platform: string;
  operation: string;
  keyword: string;
}

export interface Cursors {
  /** null when the upstream's cursor is too long to seal into the size that callers may send back. */
  seal(content: CursorContent, walk: Walk): string | null;
  /** null for anything that this gateway did not issue for this very walk. */
  open(cursor: string, walk: Walk): CursorContent | null;
}

/** Bound as associated data, so a cursor of another walk fails its authentication tag. */
function digest(walk: Walk): Buffer {
  return hash('sha256', JSON.stringify([walk.platform, walk.operation, walk.keyword]), 'buffer');
}

export function createCursors(secret: Uint8Array, random: RandomBytes): Cursors {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'reelgate cursor v1', 32));
  return {
    seal(content, walk) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(digest(walk));
      const plain = JSON.stringify([content.provider, content.upstream, content.position]);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
      const text = whole.toString('base64url');
      return text.length <= CURSOR_BYTES_MAX ? text : null;
    },
    open(cursor, walk) {
      if (cursor.length > CURSOR_BYTES_MAX || !/^[\w-]+$/.test(cursor)) return null;
      const whole = Buffer.from(cursor, 'base64url');
      // Two spellings of the same bytes would make a changed cursor pass for the issued one.
      if (whole.toString('base64url') !== cursor) return null;
      if (whole.length <= 1 + NONCE_BYTES + TAG_BYTES || whole[0] !== VERSION) return null;
      return decrypt(key, whole, walk);
    },
  };
}

function decrypt(key: Uint8Array, whole: Buffer, walk: Walk): CursorContent | null {
  const nonce = whole.subarray(1, 1 + NONCE_BYTES);
  const tag = whole.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(digest(walk)).setAuthTag(tag);
    const sealed = whole.subarray(1 + NONCE_BYTES + TAG_BYTES);
    const plain = Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    const [provider, upstream, position] = JSON.parse(plain) as [string, string, number];
    return { provider, upstream, position };
  } catch {
    // The only way here is a tag that does not fit: a tampered or foreign cursor.
    return null;
  }
}
