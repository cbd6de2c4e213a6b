// What the library's tests share: a temporary data folder, a stopped clock and a library filled from values, in a file or in a database.
// Only tests import it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../domain/clock.ts';
import type { SearchFilters } from '../../domain/search-filters.ts';
import { Answerer } from '../answer.ts';
import { readRecord } from '../files/read-record.ts';
import { type ImportReport, importLibrary } from '../import.ts';
import type { LibraryPlace } from '../library-place.ts';
import type { LibraryReader, LibraryWriter } from '../library-store.ts';
import { openReader, openWriter } from '../open-store.ts';
import { type IndexEntry, type LibraryRecord, toEntry } from '../record.ts';
import { EMPTY, type LibraryPage, type ResultPlace } from '../result-page.ts';
import { searchLibrary } from '../searching/search.ts';

export const stoppedClock: Clock = { nowMs: () => 0, monotonicMs: () => 0 };

/** Separated from each other, each of these is a letter that stands alone. */
export const KANA = Array.from('あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほま');

/** A clock that advances by `stepMs` each time it is read. */
export function steppingClock(stepMs: number): Clock & { looks: number } {
  const clock = { looks: 0, nowMs: () => 0, monotonicMs: () => clock.looks++ * stepMs };
  return clock;
}

export class TestFolder {
  /** Time stands still, so that every count is exact unless a test lets it run. */
  clock = stoppedClock;
  readonly path = mkdtempSync(join(tmpdir(), 'reelgate-library-'));
  readonly place: LibraryPlace;
  #writer: Promise<LibraryWriter> | null = null;
  #reader: Promise<LibraryReader> | null = null;

  /** The library is in the folder, or in this database. */
  constructor(databaseUrl?: string) {
    this.place = databaseUrl === undefined ? { dataDir: this.path } : { databaseUrl, indexDir: this.path };
  }

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }

  import(...paths: string[]): Promise<ImportReport> {
    return importLibrary({ place: this.place, paths, clock: stoppedClock });
  }

  /** Writes records directly, without a file in between. */
  async add(...sources: object[]): Promise<void> {
    const entries = sources.map(mustRead);
    // In PostgreSQL the connection is kept; a file is closed, as a command would leave it.
    if ('databaseUrl' in this.place) return void (await (await this.writer()).write(entries));
    const writer = await openWriter(this.place);
    await writer.write(entries);
    await writer.close();
  }

  async search(
    keyword: string,
    count = 100,
    after: ResultPlace | null = null,
    filters: SearchFilters = {},
    match: 'exact' | 'all' = 'exact',
  ): Promise<LibraryPage> {
    const wish = { keyword, count, after, filters, match };
    return (await this.reader()).read(async (view) =>
      view === null ? EMPTY : searchLibrary(view.index, this.clock, wish),
    );
  }

  /** As the search thread answers it. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is checked field by field.
  async ask(path: string, clock = this.clock): Promise<{ status: number; body: any }> {
    const answerer = new Answerer(await this.reader(), clock);
    const said = await answerer.answer({ kind: 'fetch', url: `library://local/${path}` });
    const { status, body } = said as { status: number; body: string };
    return { status, body: /^[{[]/.test(body) ? JSON.parse(body) : body };
  }

  /** Ids in the order found. */
  async ids(keyword: string): Promise<string[]> {
    return (await this.search(keyword)).bodies.map(idOf);
  }

  async remove(): Promise<void> {
    await (await this.#writer)?.close();
    await (await this.#reader)?.close();
    rmSync(this.path, { recursive: true, force: true });
  }

  private writer(): Promise<LibraryWriter> {
    this.#writer ??= openWriter(this.place);
    return this.#writer;
  }

  private reader(): Promise<LibraryReader> {
    const clock = { nowMs: () => 0, monotonicMs: () => this.clock.monotonicMs() };
    this.#reader ??= openReader(this.place, clock);
    return this.#reader;
  }
}

export function idOf(body: string): string {
  return (JSON.parse(body) as LibraryRecord).id;
}

function mustRead(source: object): IndexEntry {
  const read = readRecord(source);
  if (read.kind === 'bad') throw new Error(read.reason);
  const { contents, isSaid } = read.tracks;
  return toEntry(read.record, read.comments, isSaid ? contents : undefined);
}

/** A video of one author; a higher number is newer. */
export const boxCatVideo = (n: number, more: object = {}) => ({
  id: `v${n}`,
  title: `Cat ${n}`,
  published_at: new Date(Date.UTC(2025, 0, n)).toISOString(),
  author: { id: 'UC1', handle: '@BoxCats', name: 'Box Cats', followers: n },
  stats: { views: (n * 7) % 5 },
  ...more,
});
