// Owns every bound in the house that is not a setting, each with its reason. A queue, list, body or loop without a
// name here (or beside its single use) is a bug.

export const KB = 1024;

// Input.
export const REQUEST_ID_BYTES_MAX = 255; // As Stripe's; long enough for any scheme, short enough for an index.
export const CURSOR_BYTES_MAX = 2 * KB; // Fits a URL beside a 200-character keyword in any script.
export const VIDEO_IDS_MAX = 50; // Of one call; as many as a page has at most.
export const VIDEO_ID_CHARS_MAX = 300; // The longest ids are file names on Wikimedia Commons, at most 240 bytes.
export const AUTHOR_ID_CHARS_MAX = 300; // The longest are handles with a host, and those of TikTok with 76 characters.
export const COMMENT_ID_CHARS_MAX = 300; // Replies on YouTube have two ids in one, some 50 characters.
export const ADDRESS_TEXT_CHARS_MAX = 4 * KB; // A shared text with its address; apps cut descriptions in them long before.
export const PAGE_ITEMS_MAX = 50;
export const PAGE_ITEMS_DEFAULT = 20;
export const HEADER_BYTES_MAX = 16 * KB;
export const BODY_BYTES_MAX = 64 * KB;
export const KEY_CHECK_BODY_BYTES_MAX = KB; // The body is one key of 47 characters.
export const KEYS_MADE_PER_DAY_MAX = 20; // By an account itself, new secrets included: rotates its ten keys twice, and gains nothing by more.
export const LIST_ITEMS_MAX = 500; // One page of any admin or account list.
export const LIST_ITEMS_DEFAULT = 100;

// Time, in milliseconds.
export const CALL_DEADLINE_MS = 15_000; // Longer than any healthy platform, shorter than a person's patience.
export const HOLD_TTL_MS = 60_000; // Must outlive the deadline, its commit and a long pause of the process.
export const HOLD_TTL_MARGIN_MS = 30_000;
export const SWEEP_INTERVAL_MS = 5_000;
export const QUOTE_MS = 15 * 60_000; // Long enough to ask a person, short enough that a price list still means something.
export const REVISION_POLL_MS = 500; // Revocations by another process must hold within 5 s.
export const SAME_ID_POLL_MS = 100; // How often a call checks whether the same id, running in another process, has ended.
export const CLOSE_MS = 5_000; // For the goodbye to a database; everything that matters is committed by then.
export const DRAIN_MS = 20_000; // More than a call's deadline, so a drained call always has an end.

// Attempts of one call.
export const ATTEMPTS_MAX = 3; // More only add load to what is already in trouble.
export const ATTEMPT_MS_MIN = 100; // With less time left no platform answers, and it may still bill us.
export const BACKOFF_MS_FIRST = 100; // Doubled with every repeat at the same provider, drawn anew from 0 up to it.
export const BACKOFF_MS_MAX = 1_000;
export const SUSPEND_MS_DEFAULT = 1_000; // Of a provider that says "too many" and not for how long.
export const SUSPENSION_WAIT_MS_MAX = 2_000; // A stable call waits this long for its only provider; then 503 is kinder.

// Searches over many platforms.
export const LEGS_MAX = 12; // Platforms of one call: more legs than anybody reads, and as much load as a busy minute.
export const WALK_KEEP_MS = 24 * 3_600_000; // As long as answers are kept: who comes back tomorrow goes on.
export const WALK_STATES_PER_KEY_MAX = 2_000; // A thousand pages of a day, each with who asked for it first; a key that walks more loses its oldest place.
export const WALK_PAGES_PER_STATE_MAX = 3; // Stored free pages of one cursor, each of another size: a caller that tries sizes needs two.
export const WALK_BYTES_PER_KEY_MAX = 64 * 1024 * KB; // A thousand pages of ordinary records.
export const WALK_STATE_BYTES_MAX = 8 * 1024 * KB; // Twelve legs with fifty unread records each, with room for raw ones.

// Memory.
export const SAME_ID_WAITERS_MAX = 10_000;
export const PAGES_IDLE_BYTES_MAX = 8 * 1024 * KB; // A page for each of 250 calls under way; beyond, memory is made anew.
export const REJECTIONS_BYTES_MAX = 4 * 1024 * KB; // Some thousand: what a platform rejects for seconds, what it does not have for ten minutes.
export const KEY_CACHE_MAX = 100_000; // About 60 MB when full.
export const WRITE_QUEUE_MAX = 20_000; // Verbs waiting for a commit; beyond it the gateway sheds load.
export const WRITE_BATCH_MAX = 500; // Verbs per commit: keeps one batch near 10 ms.
export const READ_QUEUE_MAX = 5_000;
export const LONG_READS_AT_ONCE = 2; // Threads for reports on SQLite, some 16 MB each; on PostgreSQL half of the connections that read.
export const LONG_READS_WAITING_PER_PARTY = 8; // More reports than a page shows, and some four seconds of work.
export const LONG_READS_WAITING_MAX = 100; // Of all parties.
export const VERIFICATIONS_WAITING_MAX = 4; // Behind the one that runs: each reads the whole ledger.
export const FREE_ACCOUNTS_MAX = 10_000; // Accounts whose free answers, reads or changes are counted; the one used longest ago begins anew.
export const MISS_ACCOUNTS_MAX = 10_000; // Accounts whose misses are counted; the one that asked longest ago begins anew.
export const PAID_IDS_MAX = 20_000; // About 2 MB; an id that is forgotten costs one reading of its answer.
export const THROTTLE_ADDRESSES_MAX = 10_000;
export const CONNECTIONS_MAX = 10_000; // Half of the descriptors that service managers usually grant.

if (HOLD_TTL_MS < CALL_DEADLINE_MS + HOLD_TTL_MARGIN_MS) {
  throw new Error(
    'HOLD_TTL_MS must exceed the call deadline and its margin, or a slow call could outlive its hold',
  );
}
if (DRAIN_MS <= CALL_DEADLINE_MS)
  throw new Error('DRAIN_MS must exceed the call deadline, or a stop could cut a call');
