// The memory of pages that are kept for later calls. The memory of a forgotten page is reused for a later one, but not before
// every call has ended that may still be sending it. Left to the garbage collector, 28 kB of each live call caused a collection
// of the whole heap about once a second: 40 µs of every call, and pauses for all others. It sees only when calls begin and end,
// and never reads a page.

/** Memory is allocated in steps of this size, so that pages of similar length can reuse it. */
const STEP_BYTES = 4_096;
/** A page may use memory that is this many times too large. */
const TOO_LARGE = 1.5;
/** How many forgotten pages are checked for one that fits, the most recent first. */
const LOOKS_MAX = 16;

/** One of the two generations of calls that can be running. */
type Generation = number;

/**
 * Memory with a page in it. Its owner may use it until `forget`; calls that found it before, until they leave. Only this file
 * sets its fields. The object is reused together with its memory: a new one for each page would be garbage among long-lived
 * objects.
 */
export class MemoryPage {
  readonly memory: Buffer;
  length = 0;
  /** The generation in which it was forgotten: calls of this one and of the one before may still be sending it. */
  generation: Generation = 0;

  constructor(memory: Buffer) {
    this.memory = memory;
  }

  get bytes(): Buffer {
    return this.memory.subarray(0, this.length);
  }
}

export class PageMemory {
  readonly #bytesMax: number;
  #generation: Generation = 0;
  /** Running calls of the even and of the odd generation. */
  readonly #inside: [number, number] = [0, 0];
  /** In order of their generations. */
  readonly #forgotten: MemoryPage[] = [];
  readonly #free: MemoryPage[] = [];
  #bytes = 0;

  /** `bytesMax` bounds the idle memory; the rest is left to the garbage collector. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes of idle memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A call begins that may find pages. If it never leaves, memory is no longer reused, and nothing else happens. */
  enter(): Generation {
    this.#inside[this.#generation & 1]!++;
    return this.#generation;
  }

  /** The call's last byte is sent, or the call no longer needs its page. */
  leave(generation: Generation): void {
    this.#inside[generation & 1]!--;
  }

  /** Copies the bytes into memory of their own, until `forget`. */
  keep(bytes: Uint8Array): MemoryPage {
    this.#collect();
    const page = this.#take(bytes.length) ?? new MemoryPage(Buffer.allocUnsafeSlow(roundUp(bytes.length)));
    page.memory.set(bytes);
    page.length = bytes.length;
    return page;
  }

  /** Called once, for a page that `keep` returned and that no later call can find. */
  forget(page: MemoryPage): void {
    const { length } = page.memory;
    if (this.#bytes + length > this.#bytesMax) return;
    this.#bytes += length;
    page.generation = this.#generation;
    this.#forgotten.push(page);
  }

  /** A generation begins when all calls of the one before the last have left: so running calls belong to the last two. */
  #collect(): void {
    if (this.#inside[(this.#generation + 1) & 1] === 0) this.#generation++;
    let done = 0;
    for (const page of this.#forgotten) {
      if (page.generation + 1 >= this.#generation) break;
      this.#free.push(page);
      done++;
    }
    if (done > 0) this.#forgotten.splice(0, done);
  }

  #take(bytes: number): MemoryPage | null {
    const least = Math.max(0, this.#free.length - LOOKS_MAX);
    for (let i = this.#free.length - 1; i >= least; i--) {
      const { length } = this.#free[i]!.memory;
      if (length < bytes || length > roundUp(bytes) * TOO_LARGE) continue;
      this.#bytes -= length;
      return this.#free.splice(i, 1)[0]!;
    }
    return null;
  }
}

function roundUp(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / STEP_BYTES)) * STEP_BYTES;
}
