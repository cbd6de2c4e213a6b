// Owns what the library's tests share: a throwaway data folder, a stopped clock and a library filled from values.
// Never imported by anything but tests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../domain/clock.ts';
import type { SearchFilters } from '../domain/search-filters.ts';
import { libraryPath, openForReading, openForWriting } from './database.ts';
import { type ImportReport, importLibrary } from './import.ts';
import { readRecord } from './read-record.ts';
import { type IndexEntry, type LibraryRecord, toEntry } from './record.ts';
import type { LibraryPage, ResultPlace } from './result-page.ts';
import { Searcher } from './search.ts';
import { Writer } from './writer.ts';

export const stoppedClock: Clock = { nowMs: () => 0, monotonicMs: () => 0 };

export class TestFolder {
  /** Time stands still, so every count ends exact unless a test lets it run. */
  clock = stoppedClock;
  readonly path = mkdtempSync(join(tmpdir(), 'reelgate-library-'));

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }

  import(...paths: string[]): Promise<ImportReport> {
    return importLibrary({ dataDir: this.path, paths, clock: stoppedClock });
  }

  /** Writes records directly, without a file in between. */
  add(...sources: object[]): void {
    const db = openForWriting(libraryPath(this.path));
    new Writer(db).write(sources.map(mustRead));
    db.close();
  }

  search(
    keyword: string,
    count = 100,
    after: ResultPlace | null = null,
    filters: SearchFilters = {},
  ): LibraryPage {
    const db = openForReading(libraryPath(this.path));
    if (db === null) throw new Error('nothing was imported');
    try {
      return new Searcher(db, this.clock).search(keyword, count, after, filters);
    } finally {
      db.close();
    }
  }

  /** Ids in the order found. */
  ids(keyword: string): string[] {
    return this.search(keyword).bodies.map(idOf);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export function idOf(body: string): string {
  return (JSON.parse(body) as LibraryRecord).id;
}

function mustRead(source: object): IndexEntry {
  const read = readRecord(source);
  if (read.kind === 'bad') throw new Error(read.reason);
  return toEntry(read.record, read.comments);
}
