// Owns the settings of reelgate.yaml: their names, types, ranges, defaults and meanings. The check of a file, the
// JSON Schema and the settings page all come from here, so a setting is described once and nowhere else.
import type { Static } from 'typebox';
import { EVENTS_KEPT_DAYS_DEFAULT } from '../domain/event.ts';
import { SIGNUP_MODES } from '../domain/invite.ts';
import { CALL_DEADLINE_MS, LIST_ITEMS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { firstPrices } from '../operations/index.ts';
import { FORMS, type FormName } from './forms.ts';
import { cacheSection } from './sections/cache.ts';
import { limitsSection } from './sections/limits.ts';
import { mountSection } from './sections/mounts.ts';
import { observeSection } from './sections/observe.ts';
import { DAY_SECONDS, named, section, textSetting, wholeSetting } from './sections/parts.ts';
import { priceRuleSection } from './sections/prices.ts';
import { providerSection } from './sections/providers.ts';
import { hostList, serviceSection } from './sections/service.ts';

/** The part of JSON Schema that the settings use, plus the form of a text and whether it may be shown. */
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
  /** Of a list: a single entry may stand for it. */
  orOne?: boolean;
  /** The form of the keys that the operator chooses; names when nothing is said. */
  keys?: FormName;
}

/** Far above any real file; keeps a mistake from becoming a slow start. */
const PRICES_MAX = 1000;
/** Far above any real file; keeps a mistake from becoming a slow start. */
const MOUNTS_MAX = 100;
/** Far above any real file; keeps a mistake from becoming a slow start. */
const PROVIDERS_PER_PLATFORM_MAX = 16;

export const SETTINGS = section(
  {
    service: serviceSection,
    data: textSetting(
      'path',
      'Folder of the database, the service secret and the library; with PostgreSQL all three are there.',
      {
        default: './data',
      },
    ),
    storage: textSetting(
      'storage',
      'sqlite keeps the database in the data folder, sqlite:FILE elsewhere, postgres://… on a server that several nodes may share. With several hosts, postgres://…@A,B/…, the one that is not in recovery is used.',
      {
        default: 'sqlite',
        secret: true,
      },
    ),
    storage_sync: Type.Enum(['any', 'required'], {
      description:
        'required refuses a PostgreSQL primary without a synchronous standby: a charge is on two machines before it is acknowledged.',
      default: 'any',
    }),
    platforms: named(
      Type.Array(textSetting('name', 'A provider.'), { minItems: 1, maxItems: PROVIDERS_PER_PLATFORM_MAX }),
      'Path segment of a platform → the providers that serve it, in order of preference.',
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
    answers: section(
      {
        keep_seconds: wholeSetting(
          60,
          30 * DAY_SECONDS,
          'How long a stored answer replays for its request id.',
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
          'The most that complaints of one account are refunded in a UTC month when no rule and no person decides. 0 leaves them all to a person.',
          { default: '0' },
        ),
        automatic_per_day: wholeSetting(
          0,
          100_000,
          'How many complaints of one account are refunded in a UTC day without a person, by rules and by the allowance together. Those above it wait for a person; 0 leaves them all to one.',
          { default: 20 },
        ),
      },
      'Complaints of callers about paid answers.',
    ),
    events: section(
      {
        low_balance: textSetting(
          'money',
          'An account without a limit of its own is told when its balance falls below this. 0 tells nobody.',
          { default: '1' },
        ),
        keep_days: wholeSetting(1, 3650, 'How long events are kept, in days.', {
          default: EVENTS_KEPT_DAYS_DEFAULT,
        }),
      },
      'Events: what happened to accounts, committed with what caused it.',
    ),
    webhooks: section(
      {
        enabled: Type.Boolean({
          description: 'Sends events to webhooks, and lets callers have them.',
          default: true,
        }),
        per_account_max: wholeSetting(1, 100, 'Webhooks of one account, and of the operator.', {
          default: 5,
        }),
        allow_private: Type.Boolean({
          description:
            'Lets webhooks be this machine or a private network, and plain http. For tests and closed networks.',
          default: false,
        }),
      },
      'Addresses that are sent events.',
    ),
    payments: section(
      {
        min: textSetting('money', 'The least that a caller may pay in at once.', { default: '5' }),
        max: textSetting('money', 'The most that a caller may pay in at once.', { default: '1000' }),
        manual: section(
          {
            instructions: Type.Optional(
              textSetting(
                'paragraph',
                'How to pay, for callers who want to: {reference}, {amount} and {currency} are filled in. The operator then posts a top-up under that reference.',
              ),
            ),
          },
          'Payments that the operator takes by hand.',
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
                'The signing secret of the Stripe webhook to /api/payments/v1/stripe. Without it that address is not served. Never shown.',
                { secret: true },
              ),
            ),
            return_url: Type.Optional(
              textSetting('base_url', 'Where the browser goes after paying. Default: the portal.'),
            ),
            api_url: Type.Optional(
              textSetting('base_url', "Where the API is, for tests. Default: Stripe's own."),
            ),
          },
          'Card payments by Stripe, in the currency of the prices.',
        ),
      },
      'Top-ups that callers make by themselves. Without manual or stripe there are none.',
    ),
    statements: section(
      {
        seller: Type.Optional(
          textSetting('title', 'Who sells, on statements. Default: the title of the service.'),
        ),
        address: Type.Optional(textSetting('paragraph', 'Address of the seller.')),
        tax_id: Type.Optional(textSetting('title', 'Tax number of the seller.')),
        tax_note: Type.Optional(
          textSetting('paragraph', 'What is said about taxes, such as a rate or that none is due.'),
        ),
      },
      'Statements of closed months. Each keeps what these said when it was made.',
    ),
    signup: section(
      {
        mode: Type.Enum([...SIGNUP_MODES], {
          description:
            '`off`: operators make accounts. `invite`: whoever has a link of the operator makes one by themselves. `open`: everybody does, three for each address and day.',
          default: 'off',
        }),
        credit: textSetting('money', 'What sign-up gives, where the invite names no other amount.', {
          default: '0',
        }),
        credit_days: wholeSetting(1, 3_650, 'What is left of such a credit is gone after so many days.', {
          default: 30,
        }),
        per_day_max: wholeSetting(1, 100_000, 'Accounts that are made by sign-up on one UTC day, at most.', {
          default: 100,
        }),
      },
      'Accounts that callers make by themselves.',
    ),
    retention: section(
      {
        usage_months: wholeSetting(
          0,
          1200,
          'How many whole months of daily usage are kept beside the current one. 0 keeps all. Older days are dropped; their sums stay with their keys.',
          { default: 0 },
        ),
      },
      'What is dropped with time. Calls, entries, catalogs and the audit log never are.',
    ),
    cache: cacheSection,
    all: section(
      {
        soft_deadline_ms: wholeSetting(
          1,
          CALL_DEADLINE_MS,
          'After so long a page is made of what there is, if at least half of the platforms have answered. Not of a sorted search.',
          { default: 3_000 },
        ),
        hard_deadline_ms: wholeSetting(1, CALL_DEADLINE_MS, 'After so long nobody is waited for.', {
          default: 8_000,
        }),
        weights: named(
          Type.Number({ minimum: 0.01, maximum: 100 }),
          'Platform → how much it counts in the order of relevance. 1 for whoever is not named.',
          {},
        ),
      },
      'Searches over many platforms at once, at the platform name `all`.',
    ),
    mcp: section(
      {
        enabled: Type.Boolean({
          description: 'Serve tools for agents at /mcp. A key is needed.',
          default: true,
        }),
        confirm_above: Type.Optional(
          textSetting(
            'money',
            'A tool whose call may cost more wants to hear max_price first. Without it, none does.',
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
            'Lets callers make, rotate and revoke keys by themselves, with no more rights than their own.',
          default: true,
        }),
        keys_max: wholeSetting(
          1,
          LIST_ITEMS_MAX,
          'An account with so many keys that are not revoked makes no further one.',
          {
            default: 10,
          },
        ),
      },
      'The portal of callers, on the public listener.',
    ),
    console: section({ hosts: hostList('the console') }, 'The console of operators, on the admin listener.'),
    pricing: section(
      { public: Type.Boolean({ description: 'Shows the price list without a key.', default: false }) },
      'The price list endpoint.',
    ),
    observe: observeSection,
    log: section(
      {
        level: Type.Enum(['error', 'warn', 'info', 'debug'], {
          description:
            'The least serious lines that are logged. debug has one for every call, unless observe.call_log has them.',
          default: 'info',
        }),
      },
      'The log.',
    ),
  },
  'Settings of a Reelgate gateway. Every setting is optional.',
);

/** A checked file with its defaults filled in, still in the words of the file. */
export type Settings = Static<typeof SETTINGS>;

/** Environment variables that win over the file. */
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
