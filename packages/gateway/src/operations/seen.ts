// Owns the memory of which items a walk has delivered, small enough to travel inside a cursor. It keeps a few bits of each
// id's digest. A set that needs room keeps fewer bits of every id, never fewer ids: an item that was delivered is always
// known, and the price is that now and then a new one is taken for it.
import { hash } from 'node:crypto';

/** Digests as they are first taken: 1,000 ids in a walk lose one new item in four million. */
const BITS_MAX = 32;
/** One new item in 512 is lost to a likeness at worst. That still holds 1,000 ids in 1,375 bytes: 20 pages of 50. */
const IDS_PER_LIKENESS = 512;
const HEAD_BYTES = 3;
const IDS_MAX = 0xffff; // The head counts them in two bytes; a cursor has no room for a tenth of that.

export interface Seen {
  /** How much of each digest is kept. */
  readonly bits: number;
  readonly prefixes: ReadonlySet<number>;
}

export const NOTHING_SEEN: Seen = { bits: BITS_MAX, prefixes: new Set() };

export function hasSeen({ bits, prefixes }: Seen, id: string): boolean {
  return prefixes.has(prefixOf(id, bits));
}

export function addSeen({ bits, prefixes }: Seen, ids: readonly string[]): Seen {
  return { bits, prefixes: new Set([...prefixes, ...ids.map((id) => prefixOf(id, bits))]) };
}

function prefixOf(id: string, bits: number): number {
  return hash('sha256', id, 'buffer').readUInt32BE(0) >>> (BITS_MAX - bits);
}

/** As exact as fits into the room; null when even the coarsest form does not. */
export function encodeSeen(seen: Seen, roomBytes: number): Buffer | null {
  const ids = seen.prefixes.size;
  if (ids > IDS_MAX) return null;
  const bitsMin = Math.ceil(Math.log2(Math.max(1, ids) * IDS_PER_LIKENESS));
  for (let bits = seen.bits; bits >= bitsMin; bits--) {
    if (HEAD_BYTES + (ids * (remainderBits(bits, ids) + 1)) / 8 > roomBytes) continue;
    const coded = encode(coarser(seen, bits));
    if (coded.length <= roomBytes) return coded;
  }
  return null;
}

function coarser(seen: Seen, bits: number): Seen {
  return { bits, prefixes: new Set([...seen.prefixes].map((prefix) => prefix >>> (seen.bits - bits))) };
}

/**
 * The gaps between sorted prefixes, each as a quotient in ones and a remainder of fixed width (a Rice code). With the
 * remainder about as wide as the average gap this is within half a bit of the best that is possible.
 */
function encode({ bits, prefixes }: Seen): Buffer {
  const width = remainderBits(bits, prefixes.size);
  const out = new BitWriter([bits, prefixes.size >>> 8, prefixes.size & 0xff]);
  let before = 0;
  for (const prefix of [...prefixes].sort((a, b) => a - b)) {
    const gap = prefix - before;
    out.ones(Math.floor(gap / 2 ** width));
    out.number(gap % 2 ** width, width);
    before = prefix;
  }
  return out.end();
}

export function decodeSeen(coded: Buffer): Seen {
  const [bits = BITS_MAX, high = 0, low = 0] = coded;
  const ids = high * 256 + low;
  const width = remainderBits(bits, ids);
  const bitsIn = new BitReader(coded, HEAD_BYTES);
  const prefixes = new Set<number>();
  let before = 0;
  for (let i = 0; i < ids; i++) {
    before += bitsIn.ones() * 2 ** width + bitsIn.number(width);
    prefixes.add(before);
  }
  return { bits, prefixes };
}

function remainderBits(bits: number, ids: number): number {
  return Math.max(0, Math.floor(bits - Math.log2(Math.max(1, ids))));
}

class BitWriter {
  readonly #bytes: number[];
  #byte = 0;
  #filled = 0;

  constructor(head: number[]) {
    this.#bytes = head;
  }

  /** So many ones and a zero. */
  ones(many: number): void {
    for (let i = 0; i < many; i++) this.#bit(1);
    this.#bit(0);
  }

  number(value: number, width: number): void {
    for (let at = width - 1; at >= 0; at--) this.#bit(Math.floor(value / 2 ** at) % 2);
  }

  end(): Buffer {
    while (this.#filled > 0) this.#bit(0);
    return Buffer.from(this.#bytes);
  }

  #bit(bit: number): void {
    this.#byte = this.#byte * 2 + bit;
    this.#filled += 1;
    if (this.#filled < 8) return;
    this.#bytes.push(this.#byte);
    this.#byte = 0;
    this.#filled = 0;
  }
}

class BitReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, skipBytes: number) {
    this.#bytes = bytes;
    this.#at = skipBytes * 8;
  }

  ones(): number {
    let many = 0;
    while (this.#bit() === 1) many += 1;
    return many;
  }

  number(width: number): number {
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 2 + this.#bit();
    return value;
  }

  /** Zero past the end, so that no content can make a reader run on. */
  #bit(): number {
    const bit = ((this.#bytes[this.#at >>> 3] ?? 0) >>> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }
}
