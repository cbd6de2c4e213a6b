// Every setting of reelgate.yaml: name, type, range, default and meaning. The check of a file, the JSON Schema and
// the settings page all follow from here, so that a setting is described once.
import type { Static } from 'typebox';
import { SIGNUP_MODES } from '../domain/access/invite.ts';
import { EVENTS_KEPT_DAYS_DEFAULT } from '../domain/event.ts';
import { CALL_DEADLINE_MS, LIST_ITEMS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { firstPrices } from '../operations/index.ts';
import { FORMS, type FormName } from './forms.ts';
import { cacheSection } from './sections/cache.ts';
import { gatheringSection } from './sections/gathering.ts';
import { limitsSection } from './sections/limits.ts';
import { mountSection } from './sections/mounts.ts';
import { observeSection } from './sections/observe.ts';
import { DAY_SECONDS, named, section, textSetting, wholeSetting } from './sections/parts.ts';
import { priceRuleSection } from './sections/prices.ts';
import { providerSection } from './sections/providers.ts';
import { hostList, serviceSection } from './sections/service.ts';

/** The part of JSON Schema that settings use, plus `form` (the form of a text) and `secret` (never shown). */
export interface SchemaNode {
  type?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  required?: string[] | undefined;
  items?: SchemaNode;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  form?: FormName;
  secret?: boolean;
  /** For a list: a single entry may be given in place of the list. */
  orOne?: boolean;
  /** The form of the keys that the operator chooses; `name` by default. */
  keys?: FormName;
}

/** Far above any real file; a mistake must not make the start slow. */
const PRICES_MAX = 1000;
/** Far above any real file; a mistake must not make the start slow. */
const MOUNTS_MAX = 100;
/** Far above any real file; a mistake must not make the start slow. */
const PROVIDERS_PER_PLATFORM_MAX = 16;

export const SETTINGS = section(
  {
    service: serviceSection,
    data: textSetting(
      'path',
      'Folder of the database, the service secret and the library. With PostgreSQL all three are in the database instead.',
      {
        default: './data',
      },
    ),
    storage: textSetting(
      'storage',
      '`sqlite` keeps the database in the data folder, `sqlite:FILE` in another file, `postgres://…` on a server that several nodes may share. With several hosts, `postgres://…@A,B/…`, the one that is not in recovery is used.',
      {
        default: 'sqlite',
        secret: true,
      },
    ),
    storage_sync: Type.Enum(['any', 'required'], {
      description:
        '`required` refuses a PostgreSQL primary without a synchronous standby, so that every charge is on two machines before it is acknowledged. `any` accepts every server.',
      default: 'any',
    }),
    platforms: named(
      Type.Array(textSetting('name', 'A provider.'), { minItems: 1, maxItems: PROVIDERS_PER_PLATFORM_MAX }),
      'Path segment of a platform → the providers that serve it, in order of preference. As long as the file names no platforms, the made-up platform `showcase` is served too, by `showcase-north` and `showcase-south`.',
      { library: ['library'] },
    ),
    providers: named(providerSection, 'The configured upstreams.', { library: { connector: 'library' } }),
    mounts: Type.Array(mountSection, {
      description: "Pass-through routes, made from an upstream's OpenAPI document.",
      maxItems: MOUNTS_MAX,
      default: [],
    }),
    prices: section(
      {
        currency: textSetting('currency', 'The currency of every amount.', { default: 'USD' }),
        endpoints: Type.Array(priceRuleSection, {
          description: 'The price list. A route without a price is not served.',
          maxItems: PRICES_MAX,
          default: firstPrices(),
        }),
      },
      'Seeds version 1 of the price catalog; later versions are published with `reelgate catalog apply`.',
    ),
    limits: limitsSection,
    gathering: gatheringSection,
    answers: section(
      {
        keep_seconds: wholeSetting(
          60,
          30 * DAY_SECONDS,
          'How many seconds a paid answer is stored. Repeating its request id within that time returns it free of charge; after that the id is refused.',
          {
            default: DAY_SECONDS,
          },
        ),
      },
      'Stored answers.',
    ),
    complaints: section(
      {
        allowance_per_month: textSetting(
          'money',
          'The most that is refunded to one account in a UTC month for complaints that no rule and no operator decides. Complaints above it wait for an operator; 0 leaves all of them to an operator.',
          { default: '0' },
        ),
        automatic_per_day: wholeSetting(
          0,
          100_000,
          'How many complaints of one account are refunded automatically in a UTC day, by rules and by the allowance together. Complaints above it wait for an operator; 0 leaves all of them to an operator.',
          { default: 20 },
        ),
      },
      'Complaints of callers about paid answers.',
    ),
    events: section(
      {
        low_balance: textSetting(
          'money',
          'An account without a threshold of its own gets an event when its balance falls below this amount. 0 sends none.',
          { default: '1' },
        ),
        keep_days: wholeSetting(1, 3650, 'How many days events are kept. Older ones are deleted.', {
          default: EVENTS_KEPT_DAYS_DEFAULT,
        }),
      },
      'Events: what happened to accounts, written in the same transaction as what caused them.',
    ),
    webhooks: section(
      {
        enabled: Type.Boolean({
          description: 'Sends events to webhooks, and lets callers create webhooks.',
          default: true,
        }),
        per_account_max: wholeSetting(
          1,
          100,
          'How many webhooks one account may have, and the operator as well. Further ones are refused.',
          {
            default: 5,
          },
        ),
        allow_private: Type.Boolean({
          description:
            'Allows webhooks on this machine, on private networks and over plain http. For tests and closed networks.',
          default: false,
        }),
      },
      'Addresses to which events are sent.',
    ),
    payments: section(
      {
        min: textSetting('money', 'The smallest amount that a caller may pay in at once.', { default: '5' }),
        max: textSetting('money', 'The largest amount that a caller may pay in at once.', {
          default: '1000',
        }),
        manual: section(
          {
            instructions: Type.Optional(
              textSetting(
                'paragraph',
                'How to pay, as callers read it: {reference}, {amount} and {currency} are filled in. Once the money has arrived, the operator posts a top-up with that reference.',
              ),
            ),
          },
          'Payments that the operator receives outside the gateway, such as bank transfers.',
        ),
        stripe: section(
          {
            secret_key: Type.Optional(
              textSetting(
                'token',
                'The secret key of a Stripe account. Needs the package `stripe`. Never shown.',
                {
                  secret: true,
                },
              ),
            ),
            webhook_secret: Type.Optional(
              textSetting(
                'token',
                'The signing secret of the Stripe webhook that sends to /api/payments/v1/stripe. Without it that path is not served. Never shown.',
                { secret: true },
              ),
            ),
            return_url: Type.Optional(
              textSetting('base_url', 'Where the browser goes after paying. Default: the portal.'),
            ),
            api_url: Type.Optional(
              textSetting('base_url', "The address of the API, for tests. Default: Stripe's own."),
            ),
          },
          'Card payments by Stripe, in the currency of the prices.',
        ),
      },
      'Top-ups that callers pay by themselves. Without `manual` or `stripe` only the operator can top up.',
    ),
    statements: section(
      {
        seller: Type.Optional(
          textSetting('title', 'The seller named on statements. Default: the title of the service.'),
        ),
        address: Type.Optional(textSetting('paragraph', 'Address of the seller.')),
        tax_id: Type.Optional(textSetting('title', 'Tax number of the seller.')),
        tax_note: Type.Optional(
          textSetting('paragraph', 'A note about taxes, such as a rate or that none is due.'),
        ),
      },
      'Monthly statements. A statement keeps the values that these settings had when it was made.',
    ),
    signup: section(
      {
        mode: Type.Enum([...SIGNUP_MODES], {
          description:
            '`off`: only operators create accounts. `invite`: a person with an invite link from the operator creates one account. `open`: anyone may, at most three accounts for each address and day.',
          default: 'off',
        }),
        credit: textSetting(
          'money',
          'Credit that a new account gets, unless its invite names another amount.',
          {
            default: '0',
          },
        ),
        credit_days: wholeSetting(1, 3_650, 'Days after which the rest of that credit expires.', {
          default: 30,
        }),
        per_day_max: wholeSetting(
          1,
          100_000,
          'How many accounts may be created by sign-up on one UTC day. Further sign-ups are refused until the next day.',
          {
            default: 100,
          },
        ),
      },
      'Accounts that callers create by themselves.',
    ),
    retention: section(
      {
        usage_months: wholeSetting(
          0,
          1200,
          'How many whole months of daily usage are kept besides the current one. 0 keeps all of them. Older days are deleted; their sums stay with their keys.',
          { default: 0 },
        ),
      },
      'Data that is deleted with time. Calls, entries, catalogs and the audit log are never deleted.',
    ),
    cache: cacheSection,
    all: section(
      {
        soft_deadline_ms: wholeSetting(
          1,
          CALL_DEADLINE_MS,
          'After this many milliseconds a page is made of the answers that have arrived, if at least half of the platforms have answered. A sorted search waits for `hard_deadline_ms`.',
          { default: 3_000 },
        ),
        hard_deadline_ms: wholeSetting(
          1,
          CALL_DEADLINE_MS,
          'After this many milliseconds a page is made of the answers that have arrived; the other platforms are left out of it.',
          {
            default: 8_000,
          },
        ),
        weights: named(
          Type.Number({ minimum: 0.01, maximum: 100 }),
          'Platform → its weight when results are sorted by relevance. Platforms that are not listed have weight 1.',
          {},
        ),
      },
      'Searches over many platforms at once, at the platform name `all`.',
    ),
    mcp: section(
      {
        enabled: Type.Boolean({
          description: 'Serves tools for agents at /mcp. Agents need an API key.',
          default: true,
        }),
        tools: Type.Enum(['short', 'all'], {
          description:
            'How tools are listed for a client that chooses none with `?tools=`. `short`: all in a few words, at most 12 kB. `all`: in full.',
          default: 'short',
        }),
        confirm_above: Type.Optional(
          textSetting(
            'money',
            'A tool call that may cost more than this must be confirmed with `max_price` first. Without this setting no call needs confirmation.',
          ),
        ),
      },
      'Tools for agents, in the Model Context Protocol.',
    ),
    portal: section(
      {
        hosts: hostList('the portal'),
        own_keys: Type.Boolean({
          description:
            'Lets callers create, rotate and revoke keys by themselves. Such keys have no more rights than the key or session that created them.',
          default: true,
        }),
        keys_max: wholeSetting(
          1,
          LIST_ITEMS_MAX,
          'How many keys that are not revoked an account may have. Further ones are refused.',
          {
            default: 10,
          },
        ),
      },
      'The portal for callers, on the public listener.',
    ),
    console: section({ hosts: hostList('the console') }, 'The console for operators, on the admin listener.'),
    pricing: section(
      { public: Type.Boolean({ description: 'Shows the price list without a key.', default: false }) },
      'The price list endpoint.',
    ),
    status: section(
      {
        public: Type.Boolean({
          description: 'Shows the status of platforms without a key, at /api/status/v1 and at /status.',
          default: false,
        }),
      },
      'How well platforms work, as callers see it.',
    ),
    observe: observeSection,
    log: section(
      {
        level: Type.Enum(['error', 'warn', 'info', 'debug'], {
          description:
            'The least serious level that is logged. `debug` adds a line for every call, unless observe.call_log writes them.',
          default: 'info',
        }),
      },
      'The log.',
    ),
  },
  'Settings of a Reelgate gateway. Every setting is optional.',
);

/** A checked file with defaults filled in, under the names that the file uses. */
export type Settings = Static<typeof SETTINGS>;

/** Environment variables that override the file. */
export const OVERRIDES = [
  { variable: 'REELGATE_PUBLIC', path: ['service', 'public'] },
  { variable: 'REELGATE_ADMIN', path: ['service', 'admin'] },
  { variable: 'REELGATE_DATA', path: ['data'] },
  { variable: 'REELGATE_SECRET', path: ['service', 'secret'] },
] as const;

/** "expected …" in errors and the type column of the settings page. */
export function expectation(schema: SchemaNode): string {
  if (schema.form !== undefined) return FORMS[schema.form].expected;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  switch (schema.type) {
    case 'integer':
      return `a whole number from ${schema.minimum} to ${schema.maximum}`;
    case 'number':
      return `a number from ${schema.minimum} to ${schema.maximum}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    default:
      return 'a mapping of settings';
  }
}
