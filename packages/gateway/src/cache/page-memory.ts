// Owns the memory of pages that are kept for later calls. A page that is forgotten leaves its memory to a later one, but not
// before every call has ended that may still be sending it. Left to the garbage collector, 28 kB of each live call made it go
// over the whole heap about once a second: 40 µs of every call, and pauses that all others felt. It knows nothing of calls but
// when they come and go, and never what a page says.

/** Memory is made in steps of this size, so that pages of about one length can use each other's. */
const STEP_BYTES = 4_096;
/** A page may lie in memory that is this much too large. */
const TOO_LARGE = 1.5;
/** How many are looked at for one that fits, the last one that came first. */
const LOOKS_MAX = 16;

/** One of the two generations of calls that can be under way. */
export type Generation = number;

/**
 * Memory with a page in it, for whoever was given it until `forget`, and for calls that knew it before until they leave. Only this
 * file sets its fields. The object goes from page to page together with its memory: one for each page would be garbage among
 * what lives long.
 */
export class MemoryPage {
  readonly memory: Buffer;
  length = 0;
  /** When it was forgotten: calls of this generation and of the one before may still be sending it. */
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
  /** Calls under way: of the even and of the odd generation. */
  readonly #inside: [number, number] = [0, 0];
  /** In order of their generations. */
  readonly #forgotten: MemoryPage[] = [];
  readonly #free: MemoryPage[] = [];
  #bytes = 0;

  /** `bytesMax` bounds what lies idle; what is beyond it is left to the garbage collector. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Idle memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A call comes that may find pages. One that never leaves costs nothing but the reuse. */
  enter(): Generation {
    this.#inside[this.#generation & 1]!++;
    return this.#generation;
  }

  /** Its last byte is sent, or nobody waits for it any more. */
  leave(generation: Generation): void {
    this.#inside[generation & 1]!--;
  }

  /** A copy in memory of its own, until `forget`. */
  keep(bytes: Uint8Array): MemoryPage {
    this.#collect();
    const page = this.#take(bytes.length) ?? new MemoryPage(Buffer.allocUnsafeSlow(roundUp(bytes.length)));
    page.memory.set(bytes);
    page.length = bytes.length;
    return page;
  }

  /** Of a page that `keep` gave and that no later call can find; once. */
  forget(page: MemoryPage): void {
    const { length } = page.memory;
    if (this.#bytes + length > this.#bytesMax) return;
    this.#bytes += length;
    page.generation = this.#generation;
    this.#forgotten.push(page);
  }

  /** A generation begins when the one before the last is gone: so whoever is inside belongs to the last two. */
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
