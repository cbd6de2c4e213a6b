// Owns the list of what a library consists of, for moving it whole from one place to another. What follows from a record's body, its terms
// and its counters among them, is made anew where it arrives.
import type { TransferTable } from '../storage/transfer/transfer-tables.ts';

/** Mostly a megabyte or two; with the longest texts that are kept, some forty. */
const TEXT_ROWS = 1_000;
/** A few hundred kilobytes. */
const SHORT_ROWS = 2_000;

/** Numbers and ranks stay, so that every walk goes on where it stood. */
const RECORDS: TransferTable = {
  name: 'library_records',
  columns: { seq: 'integer', rank: 'integer', body: 'text' },
  key: ['seq'],
  batchRows: TEXT_ROWS,
};

/** One for each record whose comments were saved, even none. */
const DISCUSSIONS: TransferTable = {
  name: 'library_discussions',
  columns: { seq: 'integer', digest: 'text' },
  key: ['seq'],
  batchRows: SHORT_ROWS,
};

const COMMENTS: TransferTable = {
  name: 'library_comments',
  columns: {
    ...{ seq: 'integer', root: 'text', place: 'integer', id: 'text' },
    ...{ second: 'integer', likes: 'integer', body: 'text' },
  },
  key: ['seq', 'root', 'place'],
  batchRows: TEXT_ROWS,
};

/** Each after those that it refers to. */
export const LIBRARY_TABLES: readonly TransferTable[] = [RECORDS, DISCUSSIONS, COMMENTS];

export const isRecords = ({ name }: TransferTable) => name === RECORDS.name;
