// Owns the import: named files and folders are read, batched and written, with a count of everything and a bounded
// list of what was wrong. One bad record never stops the rest. Prints nothing; the caller is told through a callback.
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../domain/clock.ts';
import { libraryPath, openForWriting } from './database.ts';
import { findFiles } from './find-files.ts';
import {
  BATCH_BYTES_MAX,
  BATCH_RECORDS_MAX,
  PROBLEMS_MAX,
  PROGRESS_INTERVAL_MS,
  THREAD_BYTES_MIN,
} from './limits.ts';
import { readFiles } from './read-files.ts';
import { readFilesInThread } from './reader-thread.ts';
import type { IndexEntry } from './record.ts';
import type { Item } from './sources.ts';
import { isEqual, Writer } from './writer.ts';

export interface ImportProgress {
  /** Records seen, good and bad. Always the sum of the four below once the import has ended. */
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
  /** Problems beyond the list. */
  problemsOmitted: number;
  durationMs: number;
  /** The caller's signal ended the import early; what had been read by then is kept. */
  isAborted: boolean;
}

export interface ImportOptions {
  dataDir: string;
  /** Files and folders. */
  paths: readonly string[];
  clock: Clock;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal;
}

/** Blocks its thread while a batch is written, so it belongs in a command, not in a serving gateway. */
export async function importLibrary(options: ImportOptions): Promise<ImportReport> {
  const bytesTotal = await sumBytes(options.paths);
  const db = openForWriting(libraryPath(options.dataDir));
  try {
    const run = new ImportRun(options, db, bytesTotal);
    await run.readAll();
    return run.finish();
  } finally {
    db.close();
  }
}

async function sumBytes(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for await (const found of findFiles(paths)) if (found.kind === 'file') bytes += found.bytes;
  return bytes;
}

class ImportRun {
  private readonly options: ImportOptions;
  private readonly db: DatabaseSync;
  private readonly writer: Writer;
  private readonly startedMs: number;
  private toldMs: number;
  private readonly progress: ImportProgress;
  private readonly problems: ImportProblem[] = [];
  private batch = new Map<string, IndexEntry>();
  private batchBytes = 0;

  constructor(options: ImportOptions, db: DatabaseSync, bytesTotal: number) {
    this.options = options;
    this.db = db;
    this.writer = new Writer(db);
    this.startedMs = options.clock.monotonicMs();
    this.toldMs = this.startedMs;
    this.progress = { read: 0, imported: 0, updated: 0, unchanged: 0, failed: 0, bytesDone: 0, bytesTotal };
  }

  async readAll(): Promise<void> {
    const { paths } = this.options;
    const isLarge = this.progress.bytesTotal >= THREAD_BYTES_MIN;
    for await (const { file, items, bytes } of isLarge ? readFilesInThread(paths) : readFiles(paths)) {
      for (const item of items) this.take(file, item);
      this.progress.bytesDone += bytes;
      this.tell();
      if (this.isAborted()) return;
    }
  }

  finish(): ImportReport {
    this.flush();
    // Folds the log back into the file; readers in other processes may keep part of it, which is no failure.
    this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.options.onProgress?.({ ...this.progress });
    return {
      ...this.progress,
      problems: this.problems,
      problemsOmitted: this.progress.failed - this.problems.length,
      durationMs: Math.round(this.options.clock.monotonicMs() - this.startedMs),
      isAborted: this.isAborted(),
    };
  }

  private take(file: string, item: Item): void {
    if (item.kind === 'problem') this.refuse(file, item.line, item.reason);
    else this.keep(item.entry);
  }

  private keep(entry: IndexEntry): void {
    this.progress.read += 1;
    const earlier = this.batch.get(entry.id);
    // Of two records with one id in a batch the later one counts, as it would in two batches.
    if (earlier !== undefined)
      this.progress[isEqual(earlier.body, entry.body) ? 'unchanged' : 'updated'] += 1;
    const hasNone = entry.comments.length === 0;
    this.batch.set(entry.id, hasNone && earlier ? { ...entry, comments: earlier.comments } : entry);
    this.batchBytes += entry.body.length + entry.terms.length + entry.comments.length;
    if (this.batch.size >= BATCH_RECORDS_MAX || this.batchBytes >= BATCH_BYTES_MAX) this.flush();
  }

  private flush(): void {
    if (this.batch.size === 0) return;
    const written = this.writer.write([...this.batch.values()]);
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
