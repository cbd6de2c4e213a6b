// Random ids. Browsers offer `crypto.randomUUID` only on pages loaded over https or from localhost; the console is also served over plain
// http.

/** As many bytes as a UUID has. */
const BYTES = 16;

export function freshId(bytes = BYTES): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return [...drawn].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
