// The settings of `limits`: what callers may use.
import { KB } from '../../domain/limits.ts';
import { DAY_SECONDS, section, wholeSetting } from './parts.ts';

/** Ten of the largest search answers, or two thousand usual ones. */
const UNREAD_KEY_BYTES_DEFAULT = 64 * 1024 * KB;
/** Four accounts that read nothing at all; about as much memory as a process needs under full load. */
const UNREAD_PROCESS_BYTES_DEFAULT = 256 * 1024 * KB;
const UNREAD_BYTES_MAX = 4 * 1024 * 1024 * KB;

export const limitsSection = section(
  {
    rate: section(
      {
        requests: wholeSetting(1, 1_000_000, 'Calls per window. Further calls get a 429.', { default: 600 }),
        per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 60 }),
        concurrent: wholeSetting(1, 10_000, 'Calls at one time. Further calls get a 429.', { default: 50 }),
      },
      'The limit of a key without a limit of its own. An account without a limit of its own may make portal.keys_max times as many calls.',
    ),
    free: section(
      {
        requests: wholeSetting(1, 1_000_000, 'Free answers per window. Further ones get a 429.', {
          default: 100,
        }),
        per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 10 }),
        concurrent: wholeSetting(
          1,
          10_000,
          'Free answers at one time, each counted until its last byte is sent.',
          {
            default: 50,
          },
        ),
      },
      'The limit of each account, over all of its keys and in each process, on answers that cost the caller nothing: replays of a request id, pages of a search over many platforms that ask no platform, and pages after the last one. Ten of the largest answers per second take a fifth of a core.',
    ),
    misses: section(
      {
        requests: wholeSetting(
          1,
          1_000_000,
          'Requests that platforms answered for calls that end uncharged, per window. Further calls that would ask a platform get a 429.',
          { default: 1_000 },
        ),
        per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 3_600 }),
      },
      'The limit of each account, over all of its keys, collections and watches and in each process, on requests to platforms for calls that end uncharged: input that a platform rejects, things that are not there, callers that leave. They cost the caller nothing, but some upstreams charge for each. Requests that a provider fails to answer do not count. A look-up reserves as many as it could need before a platform is asked.',
    ),
    account: section(
      {
        reads: section(
          {
            requests: wholeSetting(1, 1_000_000, 'Reads per window.', { default: 200 }),
            per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 10 }),
            concurrent: wholeSetting(
              1,
              10_000,
              'Reads at one time, including requests that wait for events.',
              {
                default: 20,
              },
            ),
          },
          'Reads: balance, usage, lists, receipts, prices, and the free tools for agents. A list counts once for every 100 rows that are requested, a CSV counts five times.',
        ),
        writes: section(
          {
            requests: wholeSetting(1, 1_000_000, 'Changes per window. Further ones get a 429.', {
              default: 60,
            }),
            per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 60 }),
          },
          'Changes: keys, webhooks, complaints, top-ups, sign-ins and sign-outs.',
        ),
        webhook_tests: section(
          {
            requests: wholeSetting(1, 1_000_000, 'Tests per window. Further ones get a 429.', {
              default: 20,
            }),
            per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', {
              default: 3_600,
            }),
          },
          'Tests of webhooks. Each writes an event and an audit line, which are kept.',
        ),
      },
      'The limits of each account, over all of its keys and sessions and in each process, on the free routes under /api/account/v1.',
    ),
    unread: section(
      {
        key_bytes: wholeSetting(
          KB,
          UNREAD_BYTES_MAX,
          'Most bytes of answers that one account, over all of its keys and in each process, has not read yet. Above it further calls of the account get a 429, before anything is charged.',
          { default: UNREAD_KEY_BYTES_DEFAULT },
        ),
        process_bytes: wholeSetting(
          KB,
          UNREAD_BYTES_MAX,
          'Most bytes of unread answers of all accounts in one process. Above it calls get a 503, and the connections that have waited longest are closed.',
          { default: UNREAD_PROCESS_BYTES_DEFAULT },
        ),
      },
      'Answers that are sent but not read. A connection has at most one.',
    ),
    keyword_chars_max: wholeSetting(
      1,
      1000,
      'Longest search keyword, in characters. A longer one gets a 400.',
      { default: 200 },
    ),
    key_check: section(
      {
        requests: wholeSetting(
          1,
          100_000,
          'Key checks per window and client address. Further ones get a 429.',
          { default: 60 },
        ),
        per_seconds: wholeSetting(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 60 }),
      },
      'The limit of the key check, a route that needs no key.',
    ),
  },
  'Limits for callers.',
);
