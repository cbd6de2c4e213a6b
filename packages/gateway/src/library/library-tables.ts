// The tables of a library, for copying it whole. What can be derived from a record's body, such as its terms and the counters, is derived
// again in the copy.
import type { TransferTable } from '../storage/transfer/transfer-tables.ts';

/** Usually a megabyte or two; with the longest texts that are kept, about forty. */
const TEXT_ROWS = 1_000;
/** A few hundred kilobytes. */
const SHORT_ROWS = 2_000;

/** Numbers and ranks are kept, so that cursors of running walks stay valid. */
const RECORDS: TransferTable = {
  name: 'library_records',
  columns: { seq: 'integer', rank: 'integer', body: 'text' },
  key: ['seq'],
  batchRows: TEXT_ROWS,
};

/** One row for each record whose comments were saved, even if there were none. */
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

/** Up to 40 MB. */
const TRACK_ROWS = 20;

const TRACKS: TransferTable = {
  name: 'library_tracks',
  columns: { seq: 'integer', place: 'integer', content: 'text' },
  key: ['seq', 'place'],
  batchRows: TRACK_ROWS,
};

/** Each table after those that it refers to. */
export const LIBRARY_TABLES: readonly TransferTable[] = [RECORDS, DISCUSSIONS, COMMENTS, TRACKS];

export const isTracks = ({ name }: TransferTable) => name === TRACKS.name;

export const isRecords = ({ name }: TransferTable) => name === RECORDS.name;
