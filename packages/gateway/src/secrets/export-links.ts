// Signs links to exports of collections, which work without a key until they expire. The signature covers everything that the link names.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { ExportLink, ExportLinks } from '../domain/gathering/collection.ts';

const KEY_BYTES = 32;

/** The key is derived from the service secret: all nodes sign alike, and nothing else can be computed from a signature. */
export function createExportLinks(secret: Uint8Array): ExportLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'reelgate export links v1', KEY_BYTES));
  const digest = ({ collection, format, expires, key: maker }: ExportLink) => {
    const made = maker === null ? '' : `\n${maker}`;
    return createHmac('sha256', key).update(`${collection}\n${format}\n${expires}${made}`).digest();
  };
  return {
    sign: (link) => digest(link).toString('base64url'),
    isSigned(link, signature) {
      const given = Buffer.from(signature, 'base64url');
      const right = digest(link);
      // The text must be the one that was signed: other texts decode to the same bytes.
      return (
        given.length === right.length &&
        timingSafeEqual(given, right) &&
        given.toString('base64url') === signature
      );
    },
  };
}
