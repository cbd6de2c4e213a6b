// Owns the settings of answers that are shared between calls.
import { KB } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import { DAY_SECONDS, section, textSetting, wholeSetting } from './parts.ts';

/** Far above any real file; keeps a mistake from becoming a slow start. */
const CACHE_ROUTES_MAX = 1000;
/** About six hundred pages of 20 videos: what ten new searches a second leave in the minute for which they are fresh. */
const CACHE_BYTES_DEFAULT = 16 * 1024 * KB;
/** As much as a process can have in all, unless it is told otherwise. */
const CACHE_BYTES_MAX = 4 * 1024 * 1024 * KB;

const FRESH =
  'How long an answer serves equal calls, in seconds. 0 keeps nothing. Terms of a provider may ask for more.';
const STALE =
  'How much longer an old answer may stand in when every provider fails, in seconds. Only for answers that were kept fresh.';
const FACTOR = 'Share of the price charged for a cached answer, with at most six decimals.';

const freshSeconds = (more: { default?: number }) => wholeSetting(0, DAY_SECONDS, FRESH, more);
const staleSeconds = (more: { default?: number }) => wholeSetting(0, 7 * DAY_SECONDS, STALE, more);
const priceFactor = (more: { default?: number }) =>
  Type.Number({ minimum: 0, maximum: 1, description: FACTOR, ...more });

const cacheRoute = section(
  {
    path: textSetting('route', 'The route; * stands for exactly one segment. The most specific path wins.'),
    fresh_seconds: Type.Optional(freshSeconds({})),
    stale_if_error_seconds: Type.Optional(staleSeconds({})),
    price_factor: Type.Optional(priceFactor({})),
  },
  'One route that differs.',
);

export const cacheSection = section(
  {
    fresh_seconds: freshSeconds({ default: 60 }),
    stale_if_error_seconds: staleSeconds({ default: 3600 }),
    price_factor: priceFactor({ default: 1 }),
    bytes_max: wholeSetting(
      0,
      CACHE_BYTES_MAX,
      'Most memory for cached answers, in bytes; the one used longest ago goes first. An answer of more than an eighth of it is not kept.',
      { default: CACHE_BYTES_DEFAULT },
    ),
    url: Type.Optional(
      textSetting(
        'cache_server',
        'A Valkey or Redis server that all nodes share answers by, such as redis://:PASSWORD@10.0.0.7:6379/0, or rediss:// over TLS. Needs the npm package iovalkey. Never shown.',
        { secret: true },
      ),
    ),
    timeout_ms: wholeSetting(1, 10_000, 'How long a call waits for that server, in milliseconds.', {
      default: 50,
    }),
    routes: Type.Array(cacheRoute, {
      description: 'Routes that differ. What one of them leaves out is as above.',
      maxItems: CACHE_ROUTES_MAX,
      default: [],
    }),
  },
  'Answers shared between calls. The library and mounts are never cached.',
);
