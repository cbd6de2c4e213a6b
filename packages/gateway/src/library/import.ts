// The import: reads the named files and folders, and writes their records in batches. It counts everything and lists a limited number of
// problems. One bad record never stops the rest. It prints nothing; a callback reports progress.
import type { Clock } from '../domain/clock.ts';
import type { Item } from './files/file-formats.ts';
import { findFiles } from './files/find-files.ts';
import { readFiles } from './files/read-files.ts';
import type { LibraryPlace } from './library-place.ts';
import type { LibraryWriter } from './library-store.ts';
import {
  BATCH_BYTES_MAX,
  DOUBLES_WATCHED_MAX,
  PROBLEMS_MAX,
  PROGRESS_INTERVAL_MS,
  RECORD_PROBLEMS_MAX,
  THREAD_BYTES_MIN,
} from './limits.ts';
import { openWriter } from './open-store.ts';
import { readFilesInThread } from './reader-thread.ts';
import { type IndexEntry, isEqualText, withKept } from './record.ts';

export interface ImportProgress {
  /** Records read, good and bad: the sum of the four counts below once the import has ended. */
  read: number;
  imported: number;
  updated: number;
  unchanged: number;
  failed: number;
  bytesDone: number;
  bytesTotal: number;
}

export interface ImportProblem {
  file: string;
  /** The line of the record; 0 when the file itself could not be read. */
  line: number;
  reason: string;
}

export interface ImportReport extends ImportProgress {
  problems: ImportProblem[];
  /** Number of problems that are not in the list. */
  problemsOmitted: number;
  /** Facts of imported records that could not be used, in how many records, and the first of these records with the reasons. */
  leftOut: { facts: number; records: number; listed: ImportProblem[] };
  /** Ids that occurred more than once, of which the last record counts. Each is listed once, as many as problems are listed. */
  doubles: { file: string; id: string }[];
  durationMs: number;
  /** The caller's signal ended the import early; what had been read by then is kept. */
  isAborted: boolean;
}

export interface ImportOptions {
  place: LibraryPlace;
  paths: readonly string[];
  clock: Clock;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal;
}

/** It may block its thread while a batch is written, so it belongs in a command, not in a serving gateway. */
export async function importLibrary(options: ImportOptions): Promise<ImportReport> {
  const bytesTotal = await sumBytes(options.paths);
  const writer = await openWriter(options.place);
  try {
    const run = new ImportRun(options, writer, bytesTotal);
    await run.readAll();
    return await run.finish();
  } finally {
    await writer.close();
  }
}

async function sumBytes(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for await (const found of findFiles(paths)) if (found.kind === 'file') bytes += found.bytes;
  return bytes;
}

/** What only the earlier of two files of a video says. */
function withEarlier(entry: IndexEntry, earlier: IndexEntry): IndexEntry {
  const { comments, tracks, ...kept } = withKept(entry, earlier.body);
  return {
    ...kept,
    comments: comments.length === 0 ? earlier.comments : comments,
    tracks: tracks.length === 0 ? earlier.tracks : tracks,
  };
}

export class ImportRun {
  private readonly options: ImportOptions;
  private readonly writer: LibraryWriter;
  private readonly startedMs: number;
  private toldMs: number;
  private readonly progress: ImportProgress;
  private readonly problems: ImportProblem[] = [];
  private readonly leftOut: ImportReport['leftOut'] = { facts: 0, records: 0, listed: [] };
  private readonly seen = new Set<string>();
  private readonly doubles = new Map<string, string>();
  private batch = new Map<string, IndexEntry>();
  private batchBytes = 0;

  constructor(options: ImportOptions, writer: LibraryWriter, bytesTotal: number) {
    this.options = options;
    this.writer = writer;
    this.startedMs = options.clock.monotonicMs();
    this.toldMs = this.startedMs;
    this.progress = { read: 0, imported: 0, updated: 0, unchanged: 0, failed: 0, bytesDone: 0, bytesTotal };
  }

  async readAll(): Promise<void> {
    const { paths } = this.options;
    const isLarge = this.progress.bytesTotal >= THREAD_BYTES_MIN;
    for await (const { file, items, bytes } of isLarge ? readFilesInThread(paths) : readFiles(paths)) {
      for (const item of items) await this.take(file, item);
      this.progress.bytesDone += bytes;
      this.tell();
      if (this.isAborted()) return;
    }
  }

  async finish(): Promise<ImportReport> {
    await this.flush();
    await this.writer.tidy();
    this.options.onProgress?.({ ...this.progress });
    return {
      ...this.progress,
      problems: this.problems,
      problemsOmitted: this.progress.failed - this.problems.length,
      leftOut: this.leftOut,
      doubles: [...this.doubles].map(([id, file]) => ({ file, id })),
      durationMs: Math.round(this.options.clock.monotonicMs() - this.startedMs),
      isAborted: this.isAborted(),
    };
  }

  private async take(file: string, item: Item): Promise<void> {
    if (item.kind === 'problem') this.refuse(file, item.line, item.reason);
    else if (item.kind === 'left_out') this.noteLeftOut(file, item.line, item.reasons);
    else {
      this.noteDouble(file, item.entry.id);
      this.keep(item.entry);
    }
    if (this.batch.size >= this.writer.batchMax || this.batchBytes >= BATCH_BYTES_MAX) await this.flush();
  }

  private noteDouble(file: string, id: string): void {
    if (this.seen.has(id) && this.doubles.size < PROBLEMS_MAX) this.doubles.set(id, file);
    else if (this.seen.size < DOUBLES_WATCHED_MAX) this.seen.add(id);
  }

  private keep(entry: IndexEntry): void {
    this.progress.read += 1;
    const earlier = this.batch.get(entry.id);
    // Of two records with one id in a batch the later one counts, as it would in two batches.
    if (earlier !== undefined)
      this.progress[isEqualText(earlier.body, entry.body) ? 'unchanged' : 'updated'] += 1;
    this.batch.set(entry.id, earlier === undefined ? entry : withEarlier(entry, earlier));
    const { body, terms, words, comments, tracks } = entry;
    this.batchBytes += body.length + terms.length + words.length + comments.length + tracks.length;
  }

  private async flush(): Promise<void> {
    if (this.batch.size === 0) return;
    const written = await this.writer.write([...this.batch.values()]);
    this.progress.imported += written.imported;
    this.progress.updated += written.updated;
    this.progress.unchanged += written.unchanged;
    this.batch = new Map();
    this.batchBytes = 0;
  }

  private refuse(file: string, line: number, reason: string): void {
    this.progress.read += 1;
    this.progress.failed += 1;
    if (this.problems.length < PROBLEMS_MAX) this.problems.push({ file, line, reason });
  }

  private noteLeftOut(file: string, line: number, reasons: readonly string[]): void {
    this.leftOut.facts += reasons.length;
    this.leftOut.records += 1;
    const more = reasons.length - RECORD_PROBLEMS_MAX;
    const named = more > 0 ? [...reasons.slice(0, RECORD_PROBLEMS_MAX), `and ${more} more`] : reasons;
    if (this.leftOut.listed.length < PROBLEMS_MAX)
      this.leftOut.listed.push({ file, line, reason: named.join('; ') });
  }

  private tell(): void {
    const nowMs = this.options.clock.monotonicMs();
    if (nowMs - this.toldMs < PROGRESS_INTERVAL_MS) return;
    this.toldMs = nowMs;
    this.options.onProgress?.({ ...this.progress });
  }

  private isAborted(): boolean {
    return this.options.signal?.aborted === true;
  }
}
