// The port of the storage for records: a file on one machine, or the database that all nodes share. Searches, lists, imports and the
// operator's commands are written once, on top of it.
import type { ListRows } from './lists/list-rows.ts';
import type { IndexEntry } from './record.ts';
import type { RecordIndex } from './record-index.ts';

export interface LibraryStats {
  records: number;
  /** How many records are samples that ship with Reelgate. */
  sampleRecords: number;
  /** Size on disk, with indexes and logs. */
  bytes: number;
  /** Records per language, the largest number first. Records without a language count as "und", the code for undetermined. */
  languages: Record<string, number>;
}

/** A record with its number in the sequence of arrival. */
export interface StoredRecord {
  seq: number;
  body: string;
  /** In the sequence of their file; null when no comments were saved. */
  comments: string[] | null;
  /** The contents of its transcripts, in the sequence of `tracks` in the body. */
  tracks: string[];
}

/** A snapshot of the records: later writes do not show in it. */
export interface LibraryView {
  index: RecordIndex;
  /** null for a library of an earlier version that cannot be written to. */
  lists: ListRows | null;
  /** The record as stored; null when there is none. */
  record(id: string): Promise<string | null>;
  /** One transcript as its file came; null when there is none. */
  track(id: string, place: number): Promise<string | null>;
  /** The newest first, after the record `after` or from the start. null when there is no record `after`. */
  newest(after: string | null, limit: number): Promise<string[] | null>;
  /** Records after this number, in the sequence of arrival: `limit`, or fewer where their transcripts are large. */
  arrived(afterSeq: number, limit: number): Promise<StoredRecord[]>;
}

export interface LibraryReader {
  /** The view is null when no library was created. */
  read<T>(work: (view: LibraryView | null) => Promise<T>): Promise<T>;
  /** Read from counters, never from the records: it costs the same for ten records and ten million. */
  stats(): Promise<LibraryStats>;
  close(): Promise<void>;
}

export interface Written {
  imported: number;
  updated: number;
  unchanged: number;
}

export interface LibraryWriter {
  /** Recommended number of records per batch. */
  readonly batchMax: number;
  /** Writes the whole batch or, when it throws, nothing of it. Ids within a batch must differ. */
  write(entries: IndexEntry[]): Promise<Written>;
  /** Removes all of them or, when it throws, none. Returns how many existed. */
  remove(ids: readonly string[]): Promise<number>;
  /** Returns how many records were removed. */
  removeSample(): Promise<number>;
  /** Creates the library, even without a record. */
  begin(): Promise<void>;
  /** Optimises the index after writing. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** A counter of records, as both databases keep it. */
export interface Tally {
  language: string;
  isSample: boolean;
  records: number;
}

/** Languages with the most records come first. */
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
