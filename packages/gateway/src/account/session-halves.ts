// Owns the two halves of a new session: the secrets as they are given out once, and the hashes that are kept.
import type { RandomBytes } from '../domain/clock.ts';
import { base62, hashSecret, makeSecret } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import { SESSION_MS } from '../domain/session.ts';
import type { NewSession } from '../storage/storage.ts';

const ID_CHARS = 16; // 95 random bits: no two ids meet.
const CODE_CHARS_MAX = 512; // Ten times a real code: anything longer is not a typing error.

export const LoginCodeText = Type.String({
  maxLength: CODE_CHARS_MAX,
  description: 'From the link, behind `#code=`.',
});

/** `cookie` never reaches an answer's body: http/ sends it as Set-Cookie. */
export const SignedInFields = {
  page_secret: Type.String({
    description: 'The half of the page: sent as `x-reelgate-page` with each request, beside the cookie.',
  }),
};

interface Halves {
  secrets: { page_secret: string; cookie: string };
  stored: NewSession;
}

export function drawHalves(random: RandomBytes): Halves {
  const cookie = makeSecret('rgs', random);
  const page = makeSecret('rgp', random);
  return {
    secrets: { page_secret: page, cookie },
    stored: {
      id: `ses_${base62(random, ID_CHARS)}`,
      cookieHash: hashSecret(cookie),
      pageHash: hashSecret(page),
      lastsMs: SESSION_MS,
    },
  };
}
