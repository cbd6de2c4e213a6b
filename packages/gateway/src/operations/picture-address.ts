// Owns the addresses under which the gateway serves pictures of platforms. Each carries the picture's own address and its last day,
// encrypted with the service secret: nobody can forge one, read whose picture it is, or have the gateway fetch anything that it has
// not delivered itself. Equal pictures have equal addresses for a day, so that browsers keep them.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto';

export const PICTURE_PATH = '/api/pictures/v1/picture';

/** Raised when the content changes shape. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ENVELOPE_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const DAY_MS = 86_400_000;
/** As long as a week's answers are looked at; after that the record can be asked for again. */
const DAYS = 7;
/** Signed addresses of content networks have some 800. */
const URL_CHARS_MAX = 2_000;
/** Base64 of the longest one, with its envelope. */
export const PICTURE_TEXT_CHARS_MAX = 8_200;
const FORM = /^[\w-]{40,8200}$/;

/** Where a picture is: on the web over https, or one that the embedded library draws. */
export type PictureSource = { kind: 'web'; url: string } | { kind: 'library'; id: string };

export interface PictureAddresses {
  /** Behind the origin; null for what is no address of a picture that could be fetched. */
  seal(source: PictureSource): string | null;
  /** null for what this gateway has not sealed, and for what is past its time. */
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
      // From the content: the same content gets the same nonce, another one another.
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
    // The only way here is a tag that does not fit: a tampered or foreign address.
    return null;
  }
  return plain;
}
