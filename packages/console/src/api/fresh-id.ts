// Ids that nobody else has drawn. Browsers have `crypto.randomUUID` only where a page came over https or from this machine; a console is
// also read over plain http.

/** As many as a UUID has. */
const BYTES = 16;

export function freshId(bytes = BYTES): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return [...drawn].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
