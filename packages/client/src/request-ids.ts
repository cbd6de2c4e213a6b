// Request ids: random ones, and those of a walk's pages. A repeated walk gets the same page ids, so it pays no page twice.

const ID_BYTES = 15;
const FIRST_PRIME = 0x85ebca6b;
const SECOND_PRIME = 0xc2b2ae35;

export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return `rc_${Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('')}`;
}

/**
 * The id of every page after the first, which has the walk's own id. The 64-bit digest tells the cursors of one walk apart. Should two
 * collide, the gateway refuses the second as a reused id and charges nothing, so a stronger digest is not needed. Web Crypto has one, but
 * not on pages served over plain http.
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
