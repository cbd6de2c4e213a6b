// The files of an archive: append-only segments with one line per batch, each with the digest of the line before it. A line that a power
// cut left incomplete at the end is cut off. Any other damage is refused; nothing is ever repaired.
import { hash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  fsyncSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makeFolder } from '../../process/make-folder.ts';
import { ARCHIVE_COLUMNS, type ArchiveRows, type ArchiveTable } from '../nouns/archive.ts';
import type { Row } from '../steps/reading.ts';

/** Small enough to open in an editor and to copy without interruption. */
const SEGMENT_BYTES_MAX = 64 * 1024 * 1024;
const SEGMENT_NAME = /^segment-\d{8}\.jsonl$/;
const FORMAT = 1;
const NO_LINE = '';

export class BrokenArchive extends Error {
  override name = 'BrokenArchive';
}

interface Line {
  format: number;
  /** Number of the batch, counted over all segments. */
  n: number;
  at_ms: number;
  /** The digest of the line before this one. */
  after: string;
  columns: Record<string, readonly string[]>;
  rows: Record<string, unknown[][]>;
}

interface ArchiveBatch {
  n: number;
  atMs: number;
  rows: ArchiveRows;
}

/** All batches must be read in sequence before the first `append`: reading finds the end. */
export class Archive {
  readonly #folder: string;
  #digest = NO_LINE;
  #batches = 0;
  #segment = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get batches(): number {
    return this.#batches;
  }

  /** The digest of the last line. Noted elsewhere, it proves that nothing was cut off. */
  get digest(): string {
    return this.#digest;
  }

  async *read(): AsyncGenerator<ArchiveBatch> {
    const names = segmentNames(this.#folder);
    for (const [i, name] of names.entries()) {
      this.#segment = i + 1;
      if (name !== segmentName(i + 1)) throw new BrokenArchive(`${name} follows a segment that is missing`);
      yield* this.#readSegment(path.join(this.#folder, name), { isLast: i + 1 === names.length });
    }
  }

  async *#readSegment(file: string, { isLast }: { isLast: boolean }): AsyncGenerator<ArchiveBatch> {
    let bytes = 0;
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      const length = Buffer.byteLength(line) + 1;
      // A line without its end was not written completely.
      if (bytes + length > statSync(file).size) break;
      yield this.#take(line, file);
      bytes += length;
    }
    if (bytes === statSync(file).size) return;
    if (!isLast) throw new BrokenArchive(`${file} ends in the middle of a batch`);
    truncateSync(file, bytes);
  }

  #take(text: string, file: string): ArchiveBatch {
    const [digest, body] = [text.slice(0, 64), text.slice(65)];
    if (digest !== hash('sha256', body))
      throw new BrokenArchive(`${file}: batch ${this.#batches + 1} was changed`);
    const line = JSON.parse(body) as Line;
    if (line.format !== FORMAT) throw new BrokenArchive(`${file} was written by a newer Reelgate`);
    if (line.after !== this.#digest || line.n !== this.#batches + 1)
      throw new BrokenArchive(`${file}: batch ${line.n} does not follow batch ${this.#batches}`);
    this.#digest = digest;
    this.#batches = line.n;
    return { n: line.n, atMs: line.at_ms, rows: readRows(line) };
  }

  /** The batch is on disk when this returns. All batches must have been read before. */
  append(rows: ArchiveRows, atMs: number): void {
    const line: Line = {
      ...{ format: FORMAT, n: this.#batches + 1, at_ms: atMs, after: this.#digest },
      columns: ARCHIVE_COLUMNS,
      rows: Object.fromEntries(
        Object.entries(rows).map(([table, list]) => [table, list?.map(valuesOf(table)) ?? []]),
      ),
    };
    const body = JSON.stringify(line);
    const digest = hash('sha256', body);
    this.#write(`${digest} ${body}\n`);
    this.#digest = digest;
    this.#batches = line.n;
  }

  #write(text: string): void {
    makeFolder(this.#folder);
    const isNew = this.#segment === 0 || sizeOf(this.#file()) >= SEGMENT_BYTES_MAX;
    if (isNew) this.#segment++;
    const handle = openSync(this.#file(), 'a', 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (isNew) syncFolder(this.#folder);
  }

  #file(): string {
    return path.join(this.#folder, segmentName(this.#segment));
  }
}

const segmentName = (n: number) => `segment-${String(n).padStart(8, '0')}.jsonl`;

function segmentNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => SEGMENT_NAME.test(name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Makes sure that the name of a new file survives a power cut. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

const valuesOf = (table: string) => (row: Row) =>
  ARCHIVE_COLUMNS[table as ArchiveTable].map((name) => row[name] ?? null);

const isGathered = (table: string) => table === 'collections' || table === 'watches';

/**
 * Columns that a later release has added are missing in older lines; their rows get the default of the database. So are tables: null says
 * that nothing is known of their rows.
 */
function readRows({ columns, rows }: Line): ArchiveRows {
  const tables = Object.keys(ARCHIVE_COLUMNS).map((table) => {
    const names = columns[table];
    if (names === undefined) return [table, isGathered(table) ? null : []];
    const list = (rows[table] ?? []).map((values) =>
      Object.fromEntries(names.map((name, i) => [name, values[i]])),
    );
    return [table, list];
  });
  return Object.fromEntries(tables) as ArchiveRows;
}
