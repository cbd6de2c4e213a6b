// The addresses under which the gateway serves pictures of platforms. Each carries the picture's own address and its last valid day,
// encrypted with the service secret. So callers can neither forge one nor read it, and the gateway fetches only pictures that it has
// delivered itself. The same picture has the same address for a day, so that browsers can cache it.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { DAY_MS } from '../domain/duration.ts';

export const PICTURE_PATH = '/api/pictures/v1/picture';

/** Raised when the content changes shape. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ENVELOPE_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
/** Days that an address is valid: answers of the last week can still be shown. After that the record can be fetched again. */
const DAYS = 7;
/** Signed addresses of content networks have about 800 characters. */
const URL_CHARS_MAX = 2_000;
/** Base64 of the longest address, with its envelope. */
export const PICTURE_TEXT_CHARS_MAX = 8_200;
const FORM = /^[\w-]{40,8200}$/;

/** Where the picture is: on the web over https, or drawn by the embedded library. */
export type PictureSource = { kind: 'web'; url: string } | { kind: 'library'; id: string };

export interface PictureAddresses {
  /** The path of the picture on the gateway; null when the picture has no address that could be fetched. */
  seal(source: PictureSource): string | null;
  /** null when this gateway did not seal the text, or when it has expired. */
  open(text: string): PictureSource | null;
}

export function createPictureAddresses(secret: Uint8Array, clock: { nowMs(): number }): PictureAddresses {
  const keyFor = (use: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `reelgate picture ${use}`, 32));
  const [key, nonceKey] = [createSecretKey(keyFor('v1')), keyFor('nonce v1')];
  return {
    seal(source) {
      if (!isFetchable(source)) return null;
      const lastDay = Math.floor(clock.nowMs() / DAY_MS) + DAYS;
      const plain = Buffer.from(
        JSON.stringify([lastDay, source.kind === 'web' ? source.url : '', idOf(source)]),
      );
      // The nonce is a keyed hash of the content: equal content gives an equal address, and different content never shares a nonce.
      const nonce = createHmac('sha256', nonceKey).update(plain).digest().subarray(0, NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = [cipher.update(plain), cipher.final()];
      const whole = Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...sealed]);
      return `${PICTURE_PATH}?of=${whole.toString('base64url')}`;
    },
    open(text) {
      const plain = FORM.test(text) ? opened(key, Buffer.from(text, 'base64url')) : null;
      if (plain === null) return null;
      const [lastDay, url, id] = JSON.parse(plain.toString()) as [number, string, string];
      if (clock.nowMs() >= (lastDay + 1) * DAY_MS) return null;
      return url === '' ? { kind: 'library', id } : { kind: 'web', url };
    },
  };
}

const idOf = (source: PictureSource) => (source.kind === 'library' ? source.id : '');

function isFetchable(source: PictureSource): boolean {
  if (source.kind === 'library') return source.id !== '' && source.id.length <= URL_CHARS_MAX;
  return source.url.length <= URL_CHARS_MAX && source.url.startsWith('https://') && URL.canParse(source.url);
}

function opened(key: ReturnType<typeof createSecretKey>, whole: Buffer): Buffer | null {
  if (whole[0] !== VERSION) return null;
  const nonce = whole.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(whole.subarray(1 + NONCE_BYTES, ENVELOPE_BYTES));
  const plain = decipher.update(whole.subarray(ENVELOPE_BYTES));
  try {
    decipher.final();
  } catch {
    // The authentication tag does not match: a tampered or foreign address.
    return null;
  }
  return plain;
}
