// Reads the body of an answer: at most one gzip coding, decoded as it streams in, collected in one buffer and counted at every
// step. A body that exceeds its bound ends at once. No decoder but gzip's is ever created, and none before the coding is known to
// be the one we asked for.
import { createGunzip, type Gunzip } from 'node:zlib';
import type { AttemptFailure } from '../connectors/connector.ts';
import { badResponse } from './failures.ts';
import { BODY_BYTES_FIRST, GZIP_RATIO_FROM_BYTES, GZIP_RATIO_MAX } from './limits.ts';

export interface BodyEvents {
  /**
   * The decoded body. `isCut`: its gzip data ends before its trailer, so that only its content can show whether it is complete.
   */
  onWhole(bytes: Buffer, isCut: boolean): void;
  onFailure(failure: AttemptFailure): void;
}

export interface BodyReader {
  write(chunk: Buffer): void;
  end(): void;
  /** Frees everything; no event follows. */
  close(): void;
}

/** The bytes that the bodies of one provider may take together, so that many large ones at once cannot fill the process. */
export class BodyMemory {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
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

/** IANA's list, without gzip. Other values are not codings, whatever a server sends: `utf-8`, `none`, `aws-chunked`. */
const OTHER_CODINGS = new Set(
  'aes128gcm br compress dcb dcz deflate exi pack200-gzip x-compress zstd'.split(' '),
);

/** Transfer codings that only mark where the body ends. */
const PLAIN_TRANSFERS = new Set(['chunked', 'identity']);

/** `x-gzip` is gzip by RFC 9110, section 8.4.1.3. */
export function codingOf(headers: Record<string, string>): 'identity' | 'gzip' | AttemptFailure {
  const transfers = listOf(headers['transfer-encoding']);
  if (transfers.length > 1 || transfers.some((name) => !PLAIN_TRANSFERS.has(name)))
    return badResponse('unknown transfer coding');
  const codings = listOf(headers['content-encoding']);
  if (codings.some((name) => OTHER_CODINGS.has(name))) return badResponse('content coding was not asked for');
  const gzips = codings.filter((name) => name === 'gzip' || name === 'x-gzip').length;
  if (gzips > 1) return badResponse('content coding was not asked for');
  return gzips === 1 ? 'gzip' : 'identity';
}

const NONE: readonly string[] = [];

/** In lower case. */
export function listOf(value: string | undefined): readonly string[] {
  return value === undefined || value === '' ? NONE : parts(value.toLowerCase());
}

/** No pattern with blanks on both sides of the comma: it takes quadratic time on blanks alone. */
const parts = (list: string): string[] => list.split(',').map((part) => part.trim());

interface BodyLimits {
  memory: BodyMemory;
  /** The most bytes of the decoded body. */
  bytesMax: number;
}

export function createBodyReader(
  coding: 'identity' | 'gzip',
  limits: BodyLimits,
  events: BodyEvents,
): BodyReader {
  return coding === 'gzip' ? new GzipReader(limits, events) : new PlainReader(limits, events);
}

const NOTHING = Buffer.alloc(0);

const TOO_LARGE_TOGETHER: AttemptFailure = badResponse('bodies of this provider are too large together');

export const NOT_GZIP: AttemptFailure = badResponse('body is not valid gzip');

/**
 * Copies chunks into one buffer: a body in pieces of one byte must not become millions of objects. A body in a single chunk, as
 * most are, is used without a copy.
 */
class Gathered {
  readonly #memory: BodyMemory;
  readonly #bytesMax: number;
  #bytes: Buffer = NOTHING;
  #length = 0;

  constructor({ memory, bytesMax }: BodyLimits) {
    this.#memory = memory;
    this.#bytesMax = bytesMax;
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Buffer): AttemptFailure | null {
    const length = this.#length + chunk.length;
    if (length > this.#bytesMax) return badResponse('body is too large');
    if (this.#length === 0 && this.#memory.take(length)) {
      this.#bytes = chunk;
      this.#length = length;
      return null;
    }
    if (!this.#grow(length)) return TOO_LARGE_TOGETHER;
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
    return null;
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  free(): void {
    this.#memory.giveBack(this.#bytes.length);
    this.#bytes = NOTHING;
    this.#length = 0;
  }

  /** By doubling, so that copying stays linear. The promised content-length is never allocated in advance. */
  #grow(length: number): boolean {
    if (length <= this.#bytes.length) return true;
    let size = BODY_BYTES_FIRST;
    while (size < length) size *= 2;
    if (!this.#memory.take(size - this.#bytes.length)) return false;
    // Not from the shared pool: a small slice would keep 8 KB of unrelated bytes alive.
    const larger = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    return true;
  }
}

class PlainReader implements BodyReader {
  readonly #events: BodyEvents;
  readonly #gathered: Gathered;

  constructor(limits: BodyLimits, events: BodyEvents) {
    this.#events = events;
    this.#gathered = new Gathered(limits);
  }

  write(chunk: Buffer): void {
    const failure = this.#gathered.append(chunk);
    if (failure !== null) this.#events.onFailure(failure);
  }

  end(): void {
    this.#events.onWhole(this.#gathered.whole(), false);
  }

  close(): void {
    this.#gathered.free();
  }
}

/**
 * Bytes that wait for the decoder count as well as decoded ones. Pausing the peer instead could lose a complete answer: undici
 * drops it when the peer closes the connection during the pause.
 */
class GzipReader implements BodyReader {
  readonly #events: BodyEvents;
  readonly #memory: BodyMemory;
  readonly #gathered: Gathered;
  /** Created at the first byte: an empty body needs no decoder, whatever its head says. */
  #gunzip: Gunzip | null = null;
  #received = 0;
  /** Bytes that the decoder has not consumed yet. */
  #pending = 0;
  #isEnding = false;
  #isClosed = false;

  constructor(limits: BodyLimits, events: BodyEvents) {
    this.#events = events;
    this.#memory = limits.memory;
    this.#gathered = new Gathered(limits);
  }

  write(chunk: Buffer): void {
    if (!this.#memory.take(chunk.length)) {
      this.#fail(TOO_LARGE_TOGETHER);
      return;
    }
    this.#pending += chunk.length;
    this.#received += chunk.length;
    this.#gunzip ??= this.#open();
    this.#gunzip.write(chunk, () => this.#taken(chunk.length));
  }

  end(): void {
    this.#isEnding = true;
    if (this.#gunzip === null) this.#events.onWhole(this.#gathered.whole(), false);
    else this.#endDecoder();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#memory.giveBack(this.#pending);
    this.#gunzip?.destroy();
    this.#gathered.free();
  }

  #taken(bytes: number): void {
    if (this.#isClosed) return;
    this.#pending -= bytes;
    this.#memory.giveBack(bytes);
    if (this.#isEnding) this.#endDecoder();
  }

  /** Only after everything was decoded: an error at the end would discard the output of the last piece. */
  #endDecoder(): void {
    if (this.#pending === 0 && !this.#isClosed) this.#gunzip?.end();
  }

  #open(): Gunzip {
    return createGunzip()
      .on('data', (chunk: Buffer) => this.#take(chunk))
      .on('end', () => this.#tell(() => this.#events.onWhole(this.#gathered.whole(), false)))
      .on('error', (error: NodeJS.ErrnoException) => this.#onError(error));
  }

  #onError({ code }: NodeJS.ErrnoException): void {
    const isCut = this.#isEnding && this.#pending === 0 && code === 'Z_BUF_ERROR';
    if (isCut) this.#tell(() => this.#events.onWhole(this.#gathered.whole(), true));
    else this.#fail(NOT_GZIP);
  }

  #take(chunk: Buffer): void {
    if (this.#isClosed) return;
    const failure = this.#gathered.append(chunk) ?? this.#ratioFailure();
    if (failure !== null) this.#fail(failure);
  }

  /**
   * Bytes may be received faster than they are decoded, so the measured ratio can be too low; the bound on the whole body still
   * holds.
   */
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
