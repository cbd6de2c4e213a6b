// Owns the reading of an answer's body: at most one gzip coding, decoded as it streams in, gathered in one buffer and
// counted at every step. A body that grows beyond its bound ends at once. No decoder but gzip's is ever made, and none
// at all before the coding is known to be the one we asked for.
import { createGunzip, type Gunzip } from 'node:zlib';
import type { AttemptFailure } from '../connectors/connector.ts';
import { badResponse } from './failures.ts';
import { BODY_BYTES_FIRST, BODY_BYTES_MAX, GZIP_RATIO_FROM_BYTES, GZIP_RATIO_MAX } from './limits.ts';

export interface BodyEvents {
  /** After `write` returned false: more can be taken. */
  onReady(): void;
  /** The body is there, whole and decoded. */
  onWhole(): void;
  onFailure(failure: AttemptFailure): void;
}

export interface BodyReader {
  /** The chunk is borrowed, until `keep` at the latest. False asks the caller to wait for `onReady`. */
  write(chunk: Buffer): boolean;
  end(): void;
  /** What it still borrows will be overwritten now. An answer that is over before that was never copied. */
  keep(): void;
  /** As far as it has come, decoded; borrowed as well. */
  readonly bytes: Buffer;
  /** Frees everything; no event follows. */
  close(): void;
}

/** Memory that the bodies of one provider share, so that many large ones at once cannot fill the process. */
export class ByteBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}

/** `x-gzip` is gzip by RFC 9110, section 8.4.1.3. */
export function codingOf(headers: Record<string, string>): 'identity' | 'gzip' | AttemptFailure {
  const coding = (headers['content-encoding'] ?? '').toLowerCase();
  if (coding === '' || coding === 'identity') return 'identity';
  return coding === 'gzip' || coding === 'x-gzip' ? 'gzip' : badResponse('content coding was not asked for');
}

export function createBodyReader(
  coding: 'identity' | 'gzip',
  budget: ByteBudget,
  events: BodyEvents,
): BodyReader {
  return coding === 'gzip' ? new GzipReader(budget, events) : new PlainReader(budget, events);
}

const NOTHING = Buffer.alloc(0);

/**
 * Copies chunks together: a body in pieces of one byte must not become millions of objects. A body that comes in one
 * chunk, as most do, is that chunk, and is copied only when it must be kept.
 */
class Gathered {
  readonly #budget: ByteBudget;
  #bytes: Buffer = NOTHING;
  #length = 0;
  #isBorrowed = false;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Buffer): AttemptFailure | null {
    const length = this.#length + chunk.length;
    if (length > BODY_BYTES_MAX) return badResponse('body is too large');
    if (this.#length === 0 && this.#budget.take(length)) {
      this.#bytes = chunk;
      this.#length = length;
      this.#isBorrowed = true;
      return null;
    }
    if (!this.#grow(length)) return badResponse('bodies of this provider are too large together');
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
    return null;
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  keep(): void {
    // Not from the shared pool: a small slice would keep 8 KB of others alive.
    if (this.#isBorrowed) this.#bytes = copyOf(this.#bytes);
    this.#isBorrowed = false;
  }

  free(): void {
    this.#budget.giveBack(this.#bytes.length);
    this.#bytes = NOTHING;
    this.#length = 0;
  }

  /** By doubling, so that copying stays linear. What a content-length promises is never reserved. */
  #grow(length: number): boolean {
    if (length <= this.#bytes.length) return true;
    let size = BODY_BYTES_FIRST;
    while (size < length) size *= 2;
    if (!this.#budget.take(size - this.#bytes.length)) return false;
    const larger = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    this.#isBorrowed = false;
    return true;
  }
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

class PlainReader implements BodyReader {
  readonly #events: BodyEvents;
  readonly #gathered: Gathered;

  constructor(budget: ByteBudget, events: BodyEvents) {
    this.#events = events;
    this.#gathered = new Gathered(budget);
  }

  write(chunk: Buffer): boolean {
    const failure = this.#gathered.append(chunk);
    if (failure !== null) this.#events.onFailure(failure);
    return true;
  }

  end(): void {
    this.#events.onWhole();
  }

  keep(): void {
    this.#gathered.keep();
  }

  get bytes(): Buffer {
    return this.#gathered.whole();
  }

  close(): void {
    this.#gathered.free();
  }
}

class GzipReader implements BodyReader {
  readonly #events: BodyEvents;
  readonly #gathered: Gathered;
  /** Made at the first byte: an empty body needs no decoder, whatever its head says. */
  #gunzip: Gunzip | null = null;
  #received = 0;
  #isClosed = false;

  constructor(budget: ByteBudget, events: BodyEvents) {
    this.#events = events;
    this.#gathered = new Gathered(budget);
  }

  write(chunk: Buffer): boolean {
    this.#received += chunk.length;
    this.#gunzip ??= this.#open();
    // It decodes on another thread, after the chunk was given back.
    return this.#gunzip.write(copyOf(chunk));
  }

  end(): void {
    if (this.#gunzip === null) this.#events.onWhole();
    else this.#gunzip.end();
  }

  keep(): void {
    // What was decoded is its own.
  }

  get bytes(): Buffer {
    return this.#gathered.whole();
  }

  close(): void {
    this.#isClosed = true;
    this.#gunzip?.destroy();
    this.#gathered.free();
  }

  #open(): Gunzip {
    return createGunzip()
      .on('data', (chunk: Buffer) => this.#take(chunk))
      .on('drain', () => this.#tell(() => this.#events.onReady()))
      .on('end', () => this.#tell(() => this.#events.onWhole()))
      .on('error', () => this.#fail(badResponse('body is not valid gzip')));
  }

  #take(chunk: Buffer): void {
    if (this.#isClosed) return;
    const failure = this.#gathered.append(chunk) ?? this.#ratioFailure();
    if (failure !== null) this.#fail(failure);
  }

  /** What was received may run ahead of what was decoded, in the sender's favour; the cap on the whole still holds. */
  #ratioFailure(): AttemptFailure | null {
    const isBomb =
      this.#gathered.length > GZIP_RATIO_FROM_BYTES &&
      this.#gathered.length > this.#received * GZIP_RATIO_MAX;
    return isBomb ? badResponse('body is compressed beyond belief') : null;
  }

  #fail(failure: AttemptFailure): void {
    this.#tell(() => this.#events.onFailure(failure));
  }

  #tell(event: () => void): void {
    if (!this.#isClosed) event();
  }
}
