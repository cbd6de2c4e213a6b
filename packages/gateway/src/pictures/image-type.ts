// What counts as a picture: decided by the first bytes, whatever the sender's content type. SVG does not count: it can contain
// scripts.

const startsWith = (hex: string, at = 0) => {
  const wanted = Buffer.from(hex, 'hex');
  return (bytes: Buffer) => bytes.subarray(at, at + wanted.length).equals(wanted);
};

const KINDS: readonly [type: string, test: (bytes: Buffer) => boolean][] = [
  ['image/jpeg', startsWith('ffd8ff')],
  ['image/png', startsWith('89504e470d0a1a0a')],
  ['image/gif', startsWith('47494638')],
  ['image/webp', (bytes) => startsWith('52494646')(bytes) && startsWith('57454250', 8)(bytes)],
  // `ftypavif` and `ftypavis`, after the size of their box.
  [
    'image/avif',
    (bytes) => startsWith('6674797061766966', 4)(bytes) || startsWith('6674797061766973', 4)(bytes),
  ],
];

/** null for everything that pages may not show. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return KINDS.find(([, test]) => test(whole))?.[0] ?? null;
}
