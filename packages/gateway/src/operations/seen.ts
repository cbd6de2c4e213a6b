// Owns the memory of which items a walk has delivered, small enough to travel inside a cursor. It keeps a few bits of each
// id's digest. A set that needs room keeps fewer bits of every id, never fewer ids: an item that was delivered is always
// known, and the price is that now and then a new one is taken for it.

/** Digests as they are first taken: 1,000 ids in a walk lose one new item in four million. */
const BITS_MAX = 32;
/** One new item in 512 is lost to a likeness at worst. That still holds 1,000 ids in 1,375 bytes: 20 pages of 50. */
const IDS_PER_LIKENESS = 512;
const HEAD_BYTES = 3;
const IDS_MAX = 0xffff; // The head counts them in two bytes; a cursor has no room for a tenth of that.
/** What the integer operators can shift by. */
const WIDTH_MAX = 31;

export interface Seen {
  /** How much of each digest is kept. */
  readonly bits: number;
  /** In ascending order, each once. Never changed. */
  readonly prefixes: Uint32Array;
}

export const NOTHING_SEEN: Seen = { bits: BITS_MAX, prefixes: new Uint32Array() };

export function hasSeen({ bits, prefixes }: Seen, id: string): boolean {
  if (prefixes.length === 0) return false;
  const prefix = prefixOf(id, bits);
  let from = 0;
  let till = prefixes.length;
  while (from < till) {
    const middle = (from + till) >>> 1;
    if (prefixes[middle]! < prefix) from = middle + 1;
    else till = middle;
  }
  return prefixes[from] === prefix;
}

export function addSeen({ bits, prefixes }: Seen, ids: readonly string[]): Seen {
  const all = new Uint32Array(prefixes.length + ids.length);
  all.set(prefixes);
  for (let i = 0; i < ids.length; i++) all[prefixes.length + i] = prefixOf(ids[i]!, bits);
  return { bits, prefixes: eachOnce(all.sort()) };
}

/** Of prefixes in order. Works in place. */
function eachOnce(sorted: Uint32Array): Uint32Array {
  let kept = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[kept - 1]) sorted[kept++] = sorted[i]!;
  }
  return sorted.subarray(0, kept);
}

function prefixOf(id: string, bits: number): number {
  return digestOf(id) >>> (BITS_MAX - bits);
}

/**
 * 32 bits of an id, each of which depends on every character. It guards no secret, it only has to spread ids that differ
 * little; a cryptographic digest does that no better and takes a hundred times as long. Every step can be undone, so that
 * ids which differ in one character never meet. Sealed into cursors: a change makes walks forget what they delivered.
 */
function digestOf(id: string): number {
  let mixed = id.length;
  for (let i = 0; i < id.length; i++) mixed = stir(mixed ^ id.charCodeAt(i), 0x9e3779b1);
  return stir(stir(mixed, 0x85ebca6b), 0xc2b2ae35) >>> 0;
}

/** An odd factor carries low bits up, the shift brings high bits down. */
function stir(value: number, oddFactor: number): number {
  const product = Math.imul(value, oddFactor);
  return product ^ (product >>> 15);
}

/** As exact as fits into the room; null when even the coarsest form does not. */
export function encodeSeen(seen: Seen, roomBytes: number): Buffer | null {
  const ids = seen.prefixes.length;
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
  if (bits === seen.bits) return seen;
  return { bits, prefixes: eachOnce(seen.prefixes.map((prefix) => prefix >>> (seen.bits - bits))) };
}

/**
 * The gaps between sorted prefixes, each as a quotient in ones and a remainder of fixed width (a Rice code). With the
 * remainder about as wide as the average gap this is within half a bit of the best that is possible.
 */
function encode({ bits, prefixes }: Seen): Buffer {
  const ids = prefixes.length;
  const width = remainderBits(bits, ids);
  const out = new BitWriter([bits, ids >>> 8, ids & 0xff]);
  let before = 0;
  for (const prefix of prefixes) {
    const gap = prefix - before;
    out.ones(gap >>> width);
    out.number(gap, width);
    before = prefix;
  }
  return out.end();
}

export function decodeSeen(coded: Buffer): Seen {
  const [bits = BITS_MAX, high = 0, low = 0] = coded;
  const prefixes = new Uint32Array(high * 256 + low);
  const width = remainderBits(bits, prefixes.length);
  const bitsIn = new BitReader(coded, HEAD_BYTES);
  let before = 0;
  for (let i = 0; i < prefixes.length; i++) {
    before += bitsIn.ones() * 2 ** width + bitsIn.number(width);
    prefixes[i] = before;
  }
  return { bits, prefixes };
}

function remainderBits(bits: number, ids: number): number {
  return Math.min(WIDTH_MAX, Math.max(0, Math.floor(bits - Math.log2(Math.max(1, ids)))));
}

class BitWriter {
  readonly #bytes: number[];
  #byte = 0;
  #free = 8;

  constructor(head: number[]) {
    this.#bytes = head;
  }

  /** So many ones and a zero. */
  ones(many: number): void {
    let left = many;
    for (; left >= 8; left -= 8) this.number(0xff, 8);
    this.number((2 << left) - 2, left + 1);
  }

  /** The lowest `width` bits, as many at a time as the byte has room for. */
  number(value: number, width: number): void {
    for (let left = width; left > 0; ) {
      const taken = Math.min(left, this.#free);
      left -= taken;
      this.#free -= taken;
      this.#byte |= ((value >>> left) & ((1 << taken) - 1)) << this.#free;
      if (this.#free === 0) this.#next();
    }
  }

  end(): Buffer {
    if (this.#free < 8) this.#next();
    return Buffer.from(this.#bytes);
  }

  #next(): void {
    this.#bytes.push(this.#byte);
    this.#byte = 0;
    this.#free = 8;
  }
}

/** Zero past the end, so that no content can make a reader run on. */
class BitReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, skipBytes: number) {
    this.#bytes = bytes;
    this.#at = skipBytes * 8;
  }

  ones(): number {
    let many = 0;
    while (this.number(1) === 1) many += 1;
    return many;
  }

  /** Up to 31 bits, as many at a time as the byte has left. */
  number(width: number): number {
    let value = 0;
    for (let left = width; left > 0; ) {
      const there = 8 - (this.#at & 7);
      const taken = Math.min(left, there);
      const byte = this.#bytes[this.#at >>> 3] ?? 0;
      value = (value << taken) | ((byte >>> (there - taken)) & ((1 << taken) - 1));
      this.#at += taken;
      left -= taken;
    }
    return value;
  }
}
