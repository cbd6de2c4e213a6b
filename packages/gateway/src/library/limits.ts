// Owns every bound of the library, each with its reason. Must not hold settings: a person never needs to tune these.
import { KB } from '../domain/limits.ts';

const MB = 1024 * KB;

// One record.
export const LINE_BYTES_MAX = MB; // A record is text about a video; a line beyond this is another kind of file.
export const JSON_FILE_BYTES_MAX = 64 * MB; // yt-dlp writes formats and comments too; the largest seen are near 10 MB.
export const ID_CHARS_MAX = 512;
export const TITLE_CHARS_MAX = 1_000;
export const RECORD_TEXT_CHARS_MAX = 20_000; // Four times what YouTube allows; the rest is cut and marked as cut.
export const URL_CHARS_MAX = 4_096;
export const NAME_CHARS_MAX = 500;
export const TAGS_MAX = 100;
export const TAG_CHARS_MAX = 200;
export const THUMBNAILS_MAX = 10;

// Comments of one record.
export const COMMENTS_MAX = 100_000; // As many as fit into the largest file, at some 600 bytes each.
export const COMMENT_TEXT_CHARS_MAX = 10_000; // What YouTube allows; the rest is cut.
export const REPLY_DEPTH_MAX = 100; // No site lets people answer deeper; a longer chain is a loop.

// Import.
export const READ_BYTES = MB; // One read; larger ones no longer change the import rate.
export const SLICES_AHEAD_MAX = 24; // Slices of one read each: about a batch, so reading goes on while one is written.
export const THREAD_BYTES_MIN = 8 * MB; // Below it, starting a thread takes longer than it saves.
export const BATCH_RECORDS_MAX = 50_000; // One commit. Bigger ones make fewer index segments, smaller ones less memory.
export const BATCH_BYTES_MAX = 128 * MB; // Keeps a batch of long descriptions as small in memory as one of short ones.
export const RECORD_PROBLEMS_MAX = 10; // Of one record: more faults than that are a file of another form.
export const DOUBLES_WATCHED_MAX = 200_000; // Ids of an import among which doubles are noticed: some 20 MB.
export const PROBLEMS_MAX = 100; // What a person reads on a screen or two; further ones are counted.
export const FOLDER_DEPTH_MAX = 64; // No sane archive is deeper; stops a loop of bind mounts.
export const PROGRESS_INTERVAL_MS = 250;
export const BUSY_TIMEOUT_MS = 30_000; // Another import holds the write lock for one batch, about three seconds.

// Looking through it.
export const SHELF_ROWS_MAX = 1_000; // Records in memory at one time while all are written out.

// Search.
export const TERM_CHARS_MAX = 64; // Longer words are cut alike when indexed and when searched.
export const KEYWORD_CHARS_MAX = 1_000; // The gateway allows 200; the rest of a longer keyword is ignored.
export const KEYWORD_GROUPS_MAX = 32; // Words or phrases of one keyword; further ones are ignored.
export const COUNT_MAX = 100;
export const TOTAL_MAX = 10_000; // Nobody reads further; beyond it the total is "capped".
export const COUNT_BUDGET_MS = 8; // Common words that rarely meet would cost ten times that to count in a million records.
export const COUNT_STEP_MIN = 64; // First step of a count; most keywords of a small library end within it.
export const INDEX_TERMS_MAX = 16; // Asked of the index at once; on a million records 16 common ones take some 100 ms.
export const INDEX_PREFIXES_MAX = 1; // A kana alone reads every pair it begins: 20 ms per 100,000 records.
export const CHECKED_RECORDS_MAX = 5_000; // Some 50 µs each, so mostly the time ends first.
export const SEARCH_BUDGET_MS = 500; // Ten times what nineteen of twenty searches take on a million records.
export const SEARCH_QUEUE_MAX = 256; // At about 5 ms a search, a second of waiting; more would only time out.
