// Sealed quotes: a price that was quoted to one account for one path. It stays valid for a while even if the price list changes. It carries
// a catalog version and an expiry time, authenticated with the service secret, so callers cannot forge one or use it for another account or
// path. Catalog versions never change, so the price itself need not be in it.
import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync } from 'node:crypto';
import type { RandomBytes } from '../domain/clock.ts';

/** Raised when the content changes shape. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ENVELOPE_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
/** The catalog version and the expiry time, eight bytes each. */
const CONTENT_BYTES = 16;
const WHOLE_BYTES = ENVELOPE_BYTES + CONTENT_BYTES;
/** Base64 of 45 bytes. */
const FORM = /^[\w-]{60}$/;

/** The account and the path that a quote is valid for. */
interface QuotedFor {
  accountId: string;
  path: string;
}

export interface QuoteContent {
  catalogVersion: number;
  validUntilMs: number;
}

export interface SealedQuotes {
  seal(content: QuoteContent, quotedFor: QuotedFor): string;
  /** null for anything that was not issued for this account and path. It does not check the expiry time. */
  open(text: string, quotedFor: QuotedFor): QuoteContent | null;
}

export function createSealedQuotes(secret: Uint8Array, random: RandomBytes): SealedQuotes {
  const key = createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', 'reelgate quote v1', 32)));
  return {
    seal({ catalogVersion, validUntilMs }, quotedFor) {
      const plain = Buffer.alloc(CONTENT_BYTES);
      plain.writeBigUInt64BE(BigInt(catalogVersion));
      plain.writeBigUInt64BE(BigInt(validUntilMs), CONTENT_BYTES / 2);
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(quotedFor));
      const sealed = [cipher.update(plain), cipher.final()];
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
    },
    open(text, quotedFor) {
      if (!FORM.test(text)) return null;
      const whole = Buffer.from(text, 'base64url');
      if (whole.length !== WHOLE_BYTES || whole[0] !== VERSION) return null;
      const nonce = whole.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(boundTo(quotedFor)).setAuthTag(whole.subarray(1 + NONCE_BYTES, ENVELOPE_BYTES));
      const plain = decipher.update(whole.subarray(ENVELOPE_BYTES));
      try {
        decipher.final();
      } catch {
        // The authentication tag does not match: a tampered or foreign quote.
        return null;
      }
      return {
        catalogVersion: Number(plain.readBigUInt64BE()),
        validUntilMs: Number(plain.readBigUInt64BE(CONTENT_BYTES / 2)),
      };
    },
  };
}

/** Associated data of the encryption: a quote of another account or path fails its authentication tag. */
function boundTo({ accountId, path }: QuotedFor): Buffer {
  return hash('sha256', JSON.stringify([VERSION, accountId, path]), 'buffer');
}
