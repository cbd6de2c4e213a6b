// Owns request ids: new ones by chance, and those of a walk's pages, which the same walk makes again after a crash.

const ID_BYTES = 15;
const FIRST_PRIME = 0x85ebca6b;
const SECOND_PRIME = 0xc2b2ae35;

export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return `rc_${Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('')}`;
}

/**
 * Sixty-four bits, to tell the cursors of one walk apart. Two that met would be refused as a reused id and never charged twice, so
 * no stronger digest is needed; the one of Web Crypto is missing on plain-http pages.
 */
export function pageRequestId(walkId: string, cursor: string): string {
  let first = 0;
  let second = 0x9e3779b9;
  for (let i = 0; i < cursor.length; i++) {
    const code = cursor.charCodeAt(i);
    first = Math.imul(first ^ code, FIRST_PRIME);
    first ^= first >>> 15;
    second = Math.imul(second ^ code, SECOND_PRIME);
    second ^= second >>> 13;
  }
  return `${walkId}.${(first >>> 0).toString(36)}${(second >>> 0).toString(36).padStart(7, '0')}`;
}
