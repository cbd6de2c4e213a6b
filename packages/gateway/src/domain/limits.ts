// Every limit that is not a setting and not used in one place only, each with its reason.

export const KB = 1024;

// Input.
export const REQUEST_ID_BYTES_MAX = 255; // As Stripe's; long enough for any scheme, short enough for an index.
export const CURSOR_BYTES_MAX = 2 * KB; // Fits a URL together with a 200-character keyword in any script.
export const VIDEO_IDS_MAX = 50; // Per call; the same as the largest page.
export const VIDEO_ID_CHARS_MAX = 300; // The longest ids are file names on Wikimedia Commons, at most 240 bytes.
export const AUTHOR_ID_CHARS_MAX = 300; // The longest are handles with a host name, and TikTok's with 76 characters.
export const COMMENT_ID_CHARS_MAX = 300; // Replies on YouTube combine two ids, about 50 characters.
export const PLAYLIST_ID_CHARS_MAX = 300; // As for videos: a platform may use a file name or an address.
export const ADDRESS_TEXT_CHARS_MAX = 4 * KB; // A shared text with its address; apps cut the descriptions in such texts much shorter.
export const PAGE_ITEMS_MAX = 50;
export const PAGE_ITEMS_DEFAULT = 20;
export const TRACK_BYTES_MAX = 2 * 1024 * KB; // The file of one transcript, decoded. Two hours of captions are below 1 MB, also with the markup of every word.
export const HEADER_BYTES_MAX = 16 * KB;
export const BODY_BYTES_MAX = 64 * KB;
export const COLLECTION_BODY_BYTES_MAX = 1024 * KB; // 5,000 ids or addresses of 200 bytes; the bound on their number holds beside it.
export const BODY_VALUES_MAX = 40_000; // A thousand questions of a collection with thirty parameters each. Checking this many takes 0.1 s.
export const KEY_CHECK_BODY_BYTES_MAX = KB; // The body is one key of 47 characters.
export const KEYS_MADE_PER_DAY_MAX = 20; // Keys and new secrets that an account makes by itself: enough to rotate its ten keys twice.
export const LIST_ITEMS_MAX = 500; // One page of any admin or account list.
export const LIST_ITEMS_DEFAULT = 100;

// Time, in milliseconds.
export const CALL_DEADLINE_MS = 15_000; // Longer than any healthy platform needs, shorter than a person waits.
export const HOLD_TTL_MS = 45_000 + CALL_DEADLINE_MS; // Outlasts the deadline, the commit after it and a long pause of the process.
export const SWEEP_INTERVAL_MS = 5_000;
export const QUOTE_MS = 15 * 60_000; // Long enough to ask a person, short enough that prices can change.
export const REVISION_POLL_MS = 500; // A key revoked by another process must stop working within 5 s.
export const SAME_ID_POLL_MS = 100; // How often a waiting call checks whether the same id, running in another process, has ended.
export const CLOSE_MS = 5_000; // To close the database connection; everything important is committed before.
export const DRAIN_MS = 5_000 + CALL_DEADLINE_MS; // Every call ends before the process does.

// Attempts of one call.
export const ATTEMPTS_MAX = 3; // More attempts only add load to a platform in trouble.
export const ATTEMPT_MS_MIN = 100; // With less time left no platform answers, but it may still bill us.
export const BACKOFF_MS_FIRST = 100; // Doubled with every repeat at the same provider; the delay is drawn from 0 up to it.
export const BACKOFF_MS_MAX = 1_000;
export const SUSPEND_MS_DEFAULT = 1_000; // Pause of a provider that says "too many requests" without a duration.
export const SUSPENSION_WAIT_MS_MAX = 2_000; // A stable call waits this long for its only provider, then it is answered with 503.

// Searches over many platforms.
export const LEGS_MAX = 12; // Platforms of one call: more than a person reads, and already a heavy load.
export const WALK_KEEP_MS = 24 * 3_600_000; // As long as answers are kept, so that a walk can be continued the next day.
export const WALK_STATES_PER_KEY_MAX = 2_000; // A thousand pages a day, each with the id that asked first; beyond it a key loses its oldest state.
export const WALK_PAGES_PER_STATE_MAX = 3; // Stored free pages of one cursor, each of another size: a caller that tries sizes needs two.
export const WALK_BYTES_PER_KEY_MAX = 64 * 1024 * KB; // A thousand pages of ordinary records.
export const WALK_STATE_BYTES_MAX = 8 * 1024 * KB; // Twelve legs with fifty unread records each, with room for raw ones.

// Memory.
export const SAME_ID_WAITERS_MAX = 10_000;
export const PAGES_IDLE_BYTES_MAX = 8 * 1024 * KB; // A page for each of 250 running calls; beyond it memory is allocated anew.
export const REJECTIONS_BYTES_MAX = 4 * 1024 * KB; // Some thousand remembered refusals: invalid input for seconds, missing things for ten minutes.
export const KEY_CACHE_MAX = 100_000; // About 60 MB when full.
export const WRITE_QUEUE_MAX = 20_000; // Storage verbs that wait for a commit; beyond it the gateway refuses calls.
export const WRITE_BATCH_MAX = 500; // Storage verbs per commit: keeps one batch near 10 ms.
export const READ_QUEUE_MAX = 5_000;
export const LONG_READS_AT_ONCE = 2; // Reports at the same time. SQLite: threads of about 16 MB each. PostgreSQL: half of the read connections.
export const LONG_READS_WAITING_PER_PARTY = 8; // More reports than a page of the console shows; about four seconds of work.
export const LONG_READS_WAITING_MAX = 100; // Over all parties.
export const VERIFICATIONS_WAITING_MAX = 4; // Behind the running one; each reads the whole ledger.
export const FREE_ACCOUNTS_MAX = 10_000; // Accounts whose free answers, reads or changes are counted; the least recently used one is dropped and starts from zero.
export const MISS_ACCOUNTS_MAX = 10_000; // Accounts whose misses are counted; the least recently used one is dropped and starts from zero.
export const PAID_IDS_MAX = 20_000; // About 2 MB; a forgotten id costs one read of its stored answer.
export const THROTTLE_ADDRESSES_MAX = 10_000;
export const CONNECTIONS_MAX = 10_000; // Of callers and operators together, in one process. Fewer when it may open fewer descriptors.
export const DESCRIPTORS_RESERVED = 400; // For the ledger, threads and files (about 60), and for some 300 connections to platforms.
export const OPERATOR_CONNECTIONS = 50; // A console, metrics, probes and commands; callers never take these.
