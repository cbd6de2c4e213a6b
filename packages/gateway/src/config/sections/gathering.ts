// The settings of `gathering`: collections and watches, which the gateway works on by itself.

import { EVERY_MS_MIN } from '../../domain/gathering/watch-schedule.ts';
import { Type } from '../../domain/schema.ts';
import { section, textSetting, wholeSetting } from './parts.ts';

/** Far above any real file; a mistake must not make the start slow. */
const EXCEPT_MAX = 1000;
const WEEK_MINUTES = 7 * 24 * 60;

export const gatheringSection = section(
  {
    enabled: Type.Boolean({
      description:
        'Works on collections and watches, and lets callers create them. When it is off, those that exist wait, and their items can still be read.',
      default: true,
    }),
    provider_share: Type.Number({
      minimum: 0.01,
      maximum: 1,
      description:
        "The share of each provider's rate, requests in flight and quota that collections and watches may use together. The rest is left to interactive calls.",
      default: 0.5,
    }),
    at_once: wholeSetting(
      1,
      1000,
      'How many collections, and how many watches, one node works on at the same time. Each has one request at a provider and about a megabyte of memory.',
      { default: 10 },
    ),
    except: section(
      {
        platforms: Type.Array(textSetting('name', 'A platform.'), {
          description: 'Platforms that may be neither collected nor watched.',
          maxItems: EXCEPT_MAX,
          default: [],
        }),
        accounts: Type.Array(textSetting('token', 'Id of an account.'), {
          description: 'Accounts that may neither collect nor watch.',
          maxItems: EXCEPT_MAX,
          default: [],
        }),
      },
      'Where collections and watches are off.',
    ),
    collections: section(
      {
        running_max: wholeSetting(
          1,
          10_000,
          'How many collections of one account run at the same time. Further ones wait for their turn.',
          { default: 20 },
        ),
        kept_max: wholeSetting(
          1,
          100_000,
          'How many collections of one account are kept, running or ended. Further ones are refused until one expires or is deleted.',
          { default: 200 },
        ),
        keep_days: wholeSetting(
          1,
          365,
          "How many days the items of a collection are kept after its end. Shorter where a platform's terms say so.",
          { default: 7 },
        ),
      },
      'Collections.',
    ),
    watches: section(
      {
        max: wholeSetting(1, 100_000, 'How many watches one account may have. Further ones are refused.', {
          default: 1000,
        }),
        keep_days: wholeSetting(
          1,
          365,
          "How many days an item of a watch is kept after it was found. Shorter where a platform's terms say so.",
          { default: 30 },
        ),
        every_min_minutes: wholeSetting(
          EVERY_MS_MIN / 60_000,
          WEEK_MINUTES,
          'The least distance between two runs of a watch, in minutes. A shorter one is refused.',
          { default: 15 },
        ),
      },
      'Watches.',
    ),
  },
  'Collections and watches: what the gateway asks again and again on behalf of a key. Both are paid calls with prices of their own.',
);
