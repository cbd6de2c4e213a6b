// The settings of `cache`: answers that are shared between calls.
import { KB } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import { DAY_SECONDS, section, textSetting, wholeSetting } from './parts.ts';

/** Far above any real file; a mistake must not make the start slow. */
const CACHE_ROUTES_MAX = 1000;
/**
 * About six hundred pages of 20 videos: the pages of ten new searches per second during the 60 seconds for which they
 * are fresh.
 */
const CACHE_BYTES_DEFAULT = 16 * 1024 * KB;
/** As much memory as a Node process has by default. */
const CACHE_BYTES_MAX = 4 * 1024 * 1024 * KB;

const FRESH =
  'For how many seconds an answer serves equal calls. 0 keeps nothing. The terms of a provider may require longer.';
const STALE =
  'For how many more seconds an expired answer may be used when every provider fails. Only for answers that were kept fresh.';
const FACTOR = 'Share of the price charged for a cached answer, with at most six decimals.';

const freshSeconds = (more: { default?: number }) => wholeSetting(0, DAY_SECONDS, FRESH, more);
const staleSeconds = (more: { default?: number }) => wholeSetting(0, 7 * DAY_SECONDS, STALE, more);
const priceFactor = (more: { default?: number }) =>
  Type.Number({ minimum: 0, maximum: 1, description: FACTOR, ...more });

const cacheRoute = section(
  {
    path: textSetting(
      'route',
      'The route; * stands for exactly one segment. The most specific path applies.',
    ),
    fresh_seconds: Type.Optional(freshSeconds({})),
    stale_if_error_seconds: Type.Optional(staleSeconds({})),
    price_factor: Type.Optional(priceFactor({})),
  },
  'Settings for one route.',
);

export const cacheSection = section(
  {
    fresh_seconds: freshSeconds({ default: 60 }),
    stale_if_error_seconds: staleSeconds({ default: 3600 }),
    price_factor: priceFactor({ default: 1 }),
    bytes_max: wholeSetting(
      0,
      CACHE_BYTES_MAX,
      'Most memory for cached answers, in bytes. When it is full, the least recently used answer is dropped. An answer larger than an eighth of it is not kept.',
      { default: CACHE_BYTES_DEFAULT },
    ),
    url: Type.Optional(
      textSetting(
        'cache_server',
        'A Valkey or Redis server through which all nodes share answers, such as redis://:PASSWORD@10.0.0.7:6379/0, or rediss:// over TLS. Needs the npm package iovalkey. Never shown.',
        { secret: true },
      ),
    ),
    timeout_ms: wholeSetting(
      1,
      10_000,
      'How many milliseconds a call waits for that server. After that it goes on without it.',
      {
        default: 50,
      },
    ),
    routes: Type.Array(cacheRoute, {
      description:
        'Routes with settings of their own. What a route leaves out is taken from the settings above.',
      maxItems: CACHE_ROUTES_MAX,
      default: [],
    }),
  },
  'Answers shared between calls. Answers of the library and of mounts are never cached.',
);
