// Owns the settings that bound callers: rates, places, answers that nobody reads.
import { KB } from '../../domain/limits.ts';
import { DAY_SECONDS, section, wholeSetting } from './parts.ts';

/** Ten of the largest answers that a search has, and two thousand usual ones. */
const UNREAD_KEY_BYTES_DEFAULT = 64 * 1024 * KB;
/** Four accounts that read nothing at all; about what a process takes under full load otherwise. */
const UNREAD_PROCESS_BYTES_DEFAULT = 256 * 1024 * KB;
const UNREAD_BYTES_MAX = 4 * 1024 * 1024 * KB;

export const limitsSection = section(
  {
    rate: section(
      {
        requests: wholeSetting(1, 1_000_000, 'Calls per window.', { default: 600 }),
        per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 60 }),
        concurrent: wholeSetting(1, 10_000, 'Calls at one time.', { default: 50 }),
      },
      'The limit of a key that carries none of its own. An account without a limit of its own has portal.keys_max times this one.',
    ),
    free: section(
      {
        requests: wholeSetting(1, 1_000_000, 'Free answers per window.', { default: 100 }),
        per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 10 }),
        concurrent: wholeSetting(
          1,
          10_000,
          'Free answers under way at one time, until their bytes have left.',
          {
            default: 50,
          },
        ),
      },
      'The limit of every account with all of its keys, in each process, on answers that cost nothing: replays of a request id, pages of a search over many platforms for which no platform is asked, and pages after the last one. Ten a second of the largest answer take a fifth of a core.',
    ),
    misses: section(
      {
        requests: wholeSetting(1, 1_000_000, 'Look-ups that find nothing, per window.', { default: 1_000 }),
        per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 3_600 }),
      },
      'The limit of every account with all of its keys, in each process, on look-ups that find nothing. What a call could miss is reserved before a platform is asked. They cost the caller nothing, and some sellers charge for each.',
    ),
    account: section(
      {
        reads: section(
          {
            requests: wholeSetting(1, 1_000_000, 'Reads per window.', { default: 200 }),
            per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 10 }),
            concurrent: wholeSetting(1, 10_000, 'Reads at one time, waits for events included.', {
              default: 20,
            }),
          },
          'Reads: balance, usage, lists, receipts, prices, and the free tools for agents. A list counts once for every 100 rows that are asked for, a CSV five times.',
        ),
        writes: section(
          {
            requests: wholeSetting(1, 1_000_000, 'Changes per window.', { default: 60 }),
            per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 60 }),
          },
          'Changes: keys, webhooks, complaints, top-ups, the session.',
        ),
        webhook_tests: section(
          {
            requests: wholeSetting(1, 1_000_000, 'Tests per window.', { default: 20 }),
            per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', {
              default: 3_600,
            }),
          },
          'Tests of webhooks. Each is an event and an audit line, which are kept.',
        ),
      },
      'The limits of every account with all of its keys and sessions, in each process, on the free routes under /api/account/v1.',
    ),
    unread: section(
      {
        key_bytes: wholeSetting(
          KB,
          UNREAD_BYTES_MAX,
          'Most bytes of answers that wait for one account to read them, with all of its keys, in each process. With more, its calls are refused.',
          { default: UNREAD_KEY_BYTES_DEFAULT },
        ),
        process_bytes: wholeSetting(
          KB,
          UNREAD_BYTES_MAX,
          'The same for all accounts of a process. With more, calls are refused; the connections that wait longest are cut.',
          { default: UNREAD_PROCESS_BYTES_DEFAULT },
        ),
      },
      'Answers that nobody reads. A connection has at most one.',
    ),
    keyword_chars_max: wholeSetting(1, 1000, 'Longest search keyword in characters.', { default: 200 }),
    key_check: section(
      {
        requests: wholeSetting(1, 100_000, 'Key checks per window and address.', { default: 60 }),
        per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 60 }),
      },
      'The limit of the key check, which needs no key.',
    ),
  },
  'What callers may use.',
);
