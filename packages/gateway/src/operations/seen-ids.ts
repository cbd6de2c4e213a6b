// The set of items that a walk has delivered, small enough to fit into a cursor. It keeps a few bits of each id's digest. If space runs
// out, it keeps fewer bits of every id, never fewer ids. So a delivered item is always recognised; the cost is that now and then a new item
// is mistaken for a delivered one. Where every item is promised, the rows of a collection or watch decide, and this set only asks them less.

/** Full digests: among 1,000 ids in a walk, one new item in four million is lost. */
const BITS_MAX = 32;
/** At worst one new item in 512 is lost to a collision. At that rate 1,000 ids, or 20 pages of 50, take 1,375 bytes. */
const IDS_PER_LIKENESS = 512;
const HEAD_BYTES = 3;
const IDS_MAX = 0xffff; // The header counts them in two bytes; a cursor has no space for a tenth of that.
/** The most bits that JavaScript's integer operators can shift by. */
const WIDTH_MAX = 31;

export interface Seen {
  /** How many bits of each digest are kept. */
  readonly bits: number;
  /** Sorted ascending, without repeats. Never changed. */
  readonly prefixes: Uint32Array;
}

export const NOTHING_SEEN: Seen = { bits: BITS_MAX, prefixes: new Uint32Array() };

/** Its digests are kept in full: an id that it has seen is one of millions to have been mistaken. */
export const isWhole = ({ bits }: Seen): boolean => bits === BITS_MAX;

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

/** Removes repeats from sorted prefixes, in place. */
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
 * 32 bits of an id, each of which depends on every character. It protects no secret; it only has to spread similar ids. A cryptographic
 * digest would do that no better and take a hundred times as long. Every step is reversible, so ids that differ in one character never
 * collide. These digests are sealed into cursors: a change would make running walks forget what they delivered.
 */
function digestOf(id: string): number {
  let mixed = id.length;
  for (let i = 0; i < id.length; i++) mixed = stir(mixed ^ id.charCodeAt(i), 0x9e3779b1);
  return stir(stir(mixed, 0x85ebca6b), 0xc2b2ae35) >>> 0;
}

/** The odd factor carries low bits up, and the shift brings high bits down. */
function stir(value: number, oddFactor: number): number {
  const product = Math.imul(value, oddFactor);
  return product ^ (product >>> 15);
}

/** With as many bits per id as fit into `roomBytes`; null when even the fewest do not fit. */
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
 * Writes the gaps between sorted prefixes as a Rice code: each gap is a quotient in unary and a remainder of fixed width. With a remainder
 * about as wide as the average gap, this is within half a bit of the optimum.
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

  /** Writes `many` ones and a zero. */
  ones(many: number): void {
    let left = many;
    for (; left >= 8; left -= 8) this.number(0xff, 8);
    this.number((2 << left) - 2, left + 1);
  }

  /** Writes the lowest `width` bits, as many at a time as fit into the byte. */
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

/** Reads zeros past the end, so that no content can make it loop. */
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

  /** Reads up to 31 bits, as many at a time as the byte has left. */
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
