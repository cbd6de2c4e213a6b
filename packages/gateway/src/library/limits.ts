// All limits of the library, each with its reason. Settings do not belong here: operators never need to tune these.
import { KB } from '../domain/limits.ts';

const MB = 1024 * KB;

// One record.
export const LINE_BYTES_MAX = 8 * MB; // A record with its transcripts and some thousand comments; a longer line belongs to another kind of file.
export const JSON_FILE_BYTES_MAX = 64 * MB; // yt-dlp writes formats and comments too; the largest seen are near 10 MB.
export const ID_CHARS_MAX = 512;
export const TITLE_CHARS_MAX = 1_000;
export const RECORD_TEXT_CHARS_MAX = 20_000; // Four times what YouTube allows; the rest is cut and marked as cut.
export const URL_CHARS_MAX = 4_096;
export const NAME_CHARS_MAX = 500;
export const TAGS_MAX = 100;
export const TAG_CHARS_MAX = 200;
export const THUMBNAILS_MAX = 10;
export const PLAYLISTS_MAX = 100; // Playlists of one video; each adds about 200 bytes to its record.

// Comments of one record.
export const COMMENTS_MAX = 100_000; // As many as fit into the largest file, at some 600 bytes each.
export const COMMENT_TEXT_CHARS_MAX = 10_000; // What YouTube allows; the rest is cut.
export const REPLY_DEPTH_MAX = 100; // No site nests replies deeper; a longer chain is a loop.

// Transcripts of one record.
export const TRACKS_BYTES_MAX = 4 * MB; // Some languages of a long video, or all of a short one.
export const RECORD_TRACKS_MAX = 100; // More languages than a person translates into; machine translations need not be saved.

// Import.
export const READ_BYTES = MB; // One read; larger ones no longer change the import rate.
export const SLICES_AHEAD_MAX = 24; // Slices of one read each: about a batch, so that reading goes on while a batch is written.
export const THREAD_BYTES_MIN = 8 * MB; // For smaller imports, starting a thread takes longer than it saves.
export const BATCH_RECORDS_MAX = 50_000; // One commit. Larger batches make fewer index segments, smaller ones need less memory.
export const BATCH_BYTES_MAX = 128 * MB; // Limits the memory of a batch with long descriptions.
export const RECORD_PROBLEMS_MAX = 10; // Facts left out that are named for one record: with more, the file has another format. Further ones are counted.
export const DOUBLES_WATCHED_MAX = 200_000; // Ids of an import among which repeats are noticed: about 20 MB.
export const PROBLEMS_MAX = 100; // About two screens of text; further problems are only counted.
export const FOLDER_DEPTH_MAX = 64; // No real archive is deeper; stops a loop of bind mounts.
export const PROGRESS_INTERVAL_MS = 250;
export const BUSY_TIMEOUT_MS = 30_000; // Another import holds the write lock for one batch, about three seconds.

// Reading everything.
export const EXPORT_ROWS_MAX = 1_000; // Records in memory at one time during an export.
export const EXPORT_TRACKS_BYTES_MAX = 32 * MB; // Transcripts in memory at one time; fewer records are read together then.

// The copy of the index that each process has of a library in PostgreSQL.
export const FOLLOW_ROWS = 1_000; // Records of one step: about 50 ms, in which the thread answers nobody.
export const FOLLOW_MS = 2_000; // What a search waits for its copy; a batch of an import is taken over within a tenth of that.

// Search.
export const TERM_CHARS_MAX = 64; // Longer words are cut, both in the index and in searches.
export const KEYWORD_CHARS_MAX = 1_000; // The gateway allows 200; the rest of a longer keyword is ignored.
export const KEYWORD_GROUPS_MAX = 32; // Words or phrases of one keyword; further ones are ignored.
export const COUNT_MAX = 100;
export const RELATED_MAX = 100; // Related videos of one video: beyond the first hundred they have little in common.
export const RELATED_QUERIES_MAX = 16; // Words and tags of a video that are looked up, at a few milliseconds each.
export const RELATED_HITS_MAX = 60; // Records per word or tag. One that has more says little about a video.
export const AUTHORS_STEP = 500; // Authors that one query reads: about 10 ms.
export const TOTAL_MAX = 10_000; // No caller reads further; beyond it the total is "capped".
export const COUNT_BUDGET_MS = 8; // In a million records, counting common words that rarely occur together would take ten times as long.
export const COUNT_STEP_MIN = 64; // First step of a count; in a small library most keywords are counted within it.
export const INDEX_TERMS_MAX = 16; // Terms in one query to the index; with a million records 16 common terms take about 100 ms.
export const INDEX_PREFIXES_MAX = 1; // A single kana reads every pair that begins with it: 20 ms per 100,000 records.
export const CHECKED_RECORDS_MAX = 5_000; // About 50 µs each, so the time limit usually applies first.
export const SEARCH_BUDGET_MS = 500; // Ten times what 95 % of searches take with a million records.
export const SEARCH_QUEUE_MAX = 256; // About one second of waiting at 5 ms per search; with more, searches would time out.

// Suggestions while somebody types.
export const SUGGEST_RECORDS_MAX = 100; // Newest records that are looked at, at about 50 µs each.
export const SUGGEST_BUDGET_MS = 50; // A suggestion that comes later than the next letter helps nobody.

// The search below the exact tiers.
export const EXACT_ENOUGH = 200; // Records with the very words; whoever has read so many does not miss others.
export const LOOSE_WORDS_MAX = 12; // Words of a keyword that are looked up below the exact tiers; two of a sentence of twenty say what it is about.
export const LOOSE_ROWS_MAX = 10_000; // Newest records of one word: about 10 ms. A word that more have says little.
export const CANDIDATE_WORDS_MAX = 40; // Words that stand for those of a keyword, of all of them together: the cursor carries them.
export const CANDIDATE_BYTES_MAX = 400; // The same in bytes; a cursor of the gateway has room for about three times that.
export const PREFIX_CHARS_MIN = 3; // Two letters begin a tenth of all words.
export const PREFIX_WORDS_MAX = 24; // The commonest words that begin so.
export const SIMILAR_WORDS_MAX = 8; // The closest words that may be meant.
export const MISTYPED_MAX = 4; // Words of a keyword that may be mistyped, at up to 50 ms each; with more it is no keyword.
export const SIMILAR_BELOW = 5; // A word that so many records have is not mistyped.
export const VOCABULARY_MAX = 50_000; // Words that are compared for one word: about 50 ms.
export const SPOKEN_CHARS_MAX = 500_000; // Of all transcripts of a video: about ten hours of speech.
export const SPOKEN_WORDS_MAX = 5_000; // Different words of these; two hours of speech have about 4,000.
export const SPOKEN_PLACES_MAX = 10; // Items of a page whose place in the transcript is looked up, at a few milliseconds each.
export const SPOKEN_TRACKS_MAX = 3; // Transcripts of one video that are looked through for it.
export const ID_WORD_CHARS_MAX = 64; // Longer than ids that people type.
