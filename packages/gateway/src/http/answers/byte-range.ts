// Reads a `Range` header of one range of bytes (RFC 9110, 14.1.2). Several ranges and other units are ignored, as the RFC allows.

interface ByteRange {
  first: number;
  /** Included. */
  last: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** null: send everything. */
export function byteRange(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = RANGE.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') return lastBytes(Number(to), length);
  const [first, last] = [Number(from), to === '' ? length - 1 : Number(to)];
  if (last < first && to !== '') return null;
  return first >= length ? 'unsatisfiable' : { first, last: Math.min(last, length - 1) };
}

function lastBytes(count: number, length: number): ByteRange | 'unsatisfiable' {
  return count === 0 || length === 0
    ? 'unsatisfiable'
    : { first: Math.max(0, length - count), last: length - 1 };
}
