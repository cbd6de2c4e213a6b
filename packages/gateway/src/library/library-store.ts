// Owns the port of whatever keeps the records: a file of one machine, or the database of all nodes. Searches, lists, imports and the
// operator's commands are written once, above it.
import type { ListRows } from './list-rows.ts';
import type { IndexEntry } from './record.ts';
import type { RecordIndex } from './record-index.ts';

export interface LibraryStats {
  records: number;
  /** How many of them shipped with Reelgate. */
  sampleRecords: number;
  /** On disk, with everything that belongs to it. */
  bytes: number;
  /** Records per language, the most first; records that name none count under "und", the code for undetermined. */
  languages: Record<string, number>;
}

/** A record with its number in order of arrival. */
export interface StoredRecord {
  seq: number;
  body: string;
  /** In the order of their file; null where nothing of comments was saved. */
  comments: string[] | null;
}

/** The records of one moment: what is written meanwhile is not in it. */
export interface LibraryView {
  index: RecordIndex;
  /** null for a library of an earlier version that cannot be written to. */
  lists: ListRows | null;
  /** As stored; null when there is none. */
  record(id: string): Promise<string | null>;
  /** The newest first, after this record or from the start. null when there is no record `after`. */
  newest(after: string | null, limit: number): Promise<string[] | null>;
  /** In order of arrival, those after this number. */
  arrived(afterSeq: number, limit: number): Promise<StoredRecord[]>;
}

export interface LibraryReader {
  /** The view is null while nobody has made a library. */
  read<T>(work: (view: LibraryView | null) => Promise<T>): Promise<T>;
  /** From counters, never from the records: it costs the same for ten records and ten million. */
  stats(): Promise<LibraryStats>;
  close(): Promise<void>;
}

export interface Written {
  imported: number;
  updated: number;
  unchanged: number;
}

export interface LibraryWriter {
  /** Records that are best written together. */
  readonly batchMax: number;
  /** All of the batch or, when it throws, nothing of it. Ids within a batch must differ. */
  write(entries: IndexEntry[]): Promise<Written>;
  /** All of them or, when it throws, none; how many there were. */
  remove(ids: readonly string[]): Promise<number>;
  /** How many records went. */
  removeSample(): Promise<number>;
  /** From now on there is a library, even without a record. */
  begin(): Promise<void>;
  /** Makes what was written quick to search. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** A counter of records, as both databases keep it. */
export interface Tally {
  language: string;
  isSample: boolean;
  records: number;
}

/** The most first. */
export function statsOf(tallies: readonly Tally[], bytes: number): LibraryStats {
  const stats: LibraryStats = { records: 0, sampleRecords: 0, bytes, languages: {} };
  for (const { language, isSample, records } of tallies) {
    const name = language || 'und';
    stats.records += records;
    if (isSample) stats.sampleRecords += records;
    stats.languages[name] = (stats.languages[name] ?? 0) + records;
  }
  return stats;
}
