// Owns the settings of reelgate.yaml: their names, types, ranges, defaults and meanings. The check of a file, the
// JSON Schema and the settings page all come from here, so a setting is described once and nowhere else.
import type { Static, TProperties, TSchema } from 'typebox';
import { EVENTS_KEPT_DAYS_DEFAULT } from '../domain/event.ts';
import { SIGNUP_MODES } from '../domain/invite.ts';
import { GROUPS } from '../domain/key.ts';
import { CALL_DEADLINE_MS, KB, LIST_ITEMS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { TIER_FROM_MAX, TIERS_MAX } from '../domain/tiers.ts';
import { firstPrices } from '../operations/index.ts';
import { FORMS, type FormName, type ValueForm } from './forms.ts';

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
const NAMES_MAX = 1000;
const PRICES_MAX = 1000;
const MOUNTS_MAX = 100;
const PROVIDERS_PER_PLATFORM_MAX = 16;
const PROXIES_MAX = 1000;
const CACHE_ROUTES_MAX = 1000;
const DAY_SECONDS = 86_400;
/** One call in a hundred is enough to see what usual ones do. */
const SHARE_DEFAULT = 0.01;
/** About six hundred pages of 20 videos: what ten new searches a second leave in the minute for which they are fresh. */
const CACHE_BYTES_DEFAULT = 16 * 1024 * KB;
/** Ten of the largest answers that a search has, and two thousand usual ones. */
const UNREAD_KEY_BYTES_DEFAULT = 64 * 1024 * KB;
/** Four keys that read nothing at all; about what a process takes under full load otherwise. */
const UNREAD_PROCESS_BYTES_DEFAULT = 256 * 1024 * KB;
const UNREAD_BYTES_MAX = 4 * 1024 * 1024 * KB;
/** As much as a process can have in all, unless it is told otherwise. */
const CACHE_BYTES_MAX = 4 * 1024 * 1024 * KB;

function text(form: FormName, description: string, more: { default?: string; secret?: boolean } = {}) {
  const { pattern }: ValueForm = FORMS[form];
  return Type.String({ form, description, ...(pattern === undefined ? {} : { pattern }), ...more });
}

function whole(minimum: number, maximum: number, description: string, more: { default?: number } = {}) {
  return Type.Integer({ minimum, maximum, description, ...more });
}

function section<P extends TProperties>(properties: P, description: string) {
  return Type.Object(properties, { additionalProperties: false, description });
}

/** A mapping whose keys the operator chooses. */
function named<S extends TSchema>(each: S, description: string, fallback: unknown) {
  return Type.Record(Type.String({ pattern: FORMS.name.pattern }), each, {
    additionalProperties: false,
    maxProperties: NAMES_MAX,
    description,
    default: fallback,
  });
}

/** Names and addresses of the listener itself need not be listed. */
const hostList = (what: string) =>
  Type.Array(text('host', 'A host, with its port unless it is 80 or 443.'), {
    description: `Further names by which browsers may open ${what}, as they stand in the address bar.`,
    maxItems: 100,
    default: [],
  });

const service = section(
  {
    name: text('service_name', 'Short name of the service; the request id header is x-NAME-request-id.', {
      default: 'reelgate',
    }),
    title: text('title', 'Name of the service as people read it: on pages, in the reference and in links.', {
      default: 'Reelgate',
    }),
    logo: Type.Optional(
      text(
        'picture_file',
        'A picture beside that name, at most 256 KiB. It is read at the start and served by the gateway itself.',
      ),
    ),
    show_providers: Type.Boolean({
      description:
        'false keeps from callers who is behind a platform: answers, receipts, errors, pictures and the reference name no provider, connector or host of one. Operators see all.',
      default: true,
    }),
    pictures: Type.Enum(['proxy', 'off'], {
      description:
        'Whether the pages show pictures of platforms: proxy fetches them through the gateway, off shows none. Browsers never ask a platform by themselves.',
      default: 'proxy',
    }),
    public: text('listen', 'Where callers reach the API. Port 0 takes a free port.', {
      default: '127.0.0.1:8080',
    }),
    admin: text('listen', 'Where operators reach the admin API. Keep it off the internet.', {
      default: '127.0.0.1:8081',
    }),
    public_url: Type.Optional(
      text(
        'origin',
        'The origin under which callers see the gateway, for links in answers. Default: http:// and the public address.',
      ),
    ),
    admin_url: Type.Optional(
      text(
        'origin',
        'The origin under which operators open the console, for its links. Default: http:// and the admin address.',
      ),
    ),
    secret: Type.Optional(
      text(
        'secret',
        'Seals cursors; the same for every node on one database. Without it, SQLite keeps one in the data folder and PostgreSQL in the database. Never shown.',
        { secret: true },
      ),
    ),
    trust_proxy: Type.Array(text('address_range', 'An address or range.'), {
      description: 'Proxies whose X-Forwarded-For is believed: exact addresses or ranges. Nobody else is.',
      maxItems: 100,
      default: [],
    }),
    cors: section(
      {
        origins: Type.Array(text('cors_origin', 'An origin.'), {
          description: 'Web pages of these origins may read answers; "*" stands for all. None by default.',
          maxItems: 100,
          default: [],
        }),
      },
      'What web pages of other origins may do. A page needs a key as everybody does.',
    ),
  },
  'The service and its two listeners.',
);

/** Names the software; an operator adds how to reach them. */
const USER_AGENT = 'Reelgate/0.1';

/** More than any platform gives; sums stay exact. */
const QUOTA_UNITS_MAX = 1_000_000_000_000;

const quota = section(
  {
    units: Type.Optional(
      whole(
        1,
        QUOTA_UNITS_MAX,
        'So many units are spent in a period, by all nodes together. Then the upstream is not asked until the next one.',
      ),
    ),
    per: Type.Enum(['day', 'month'], { description: 'The period.', default: 'day' }),
    reset: text('time_zone', 'The time zone at whose midnight a period ends.', { default: 'UTC' }),
    cost: Type.Record(Type.String({ pattern: FORMS.field.pattern }), whole(1, QUOTA_UNITS_MAX, 'Units.'), {
      additionalProperties: false,
      maxProperties: NAMES_MAX,
      keys: 'field',
      description:
        'Units that one page or record of an operation takes, by its name such as video.search or the last word of it. Others take 1.',
      default: {},
    }),
  },
  'What the upstream gives in a day or a month. Without units it is not counted.',
);

const provider = section(
  {
    connector: text('name', 'Which connector speaks to this upstream.'),
    base_url: Type.Optional(
      text(
        'base_url',
        'Where the upstream is, instead of where the connector would ask. Without a path, the connector adds its own.',
      ),
    ),
    token: Type.Optional(text('token', 'The credential for the upstream. Never shown.', { secret: true })),
    cost: text(
      'money',
      'What one attempt costs the operator. Counted when the upstream answered, refused or did not answer in time; not when it could not be reached or limited us.',
      { default: '0' },
    ),
    user_agent: text('header', 'How the gateway introduces itself. Some platforms want a contact in it.', {
      default: USER_AGENT,
    }),
    options: Type.Record(
      Type.String({ pattern: FORMS.name.pattern }),
      text('header', 'A value.', { secret: true }),
      {
        additionalProperties: false,
        maxProperties: 20,
        description: "Settings of the connector's own; `reelgate connectors show NAME` lists them.",
        default: {},
      },
    ),
    timeout_ms: Type.Optional(
      whole(100, CALL_DEADLINE_MS, 'How long one attempt may take, in milliseconds.'),
    ),
    requests_per_second: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 10_000,
        description: 'Most attempts per second, of all nodes together.',
      }),
    ),
    in_flight_max: Type.Optional(whole(1, 10_000, 'Most attempts at one time, of all nodes together.')),
    quota,
    allow_private: Type.Boolean({
      description: 'Lets base_url be an address, this machine or a private network.',
      default: false,
    }),
    proxy: Type.Array(text('proxy', 'A proxy.', { secret: true }), {
      orOne: true,
      maxItems: PROXIES_MAX,
      description:
        'Connections to the upstream go through this proxy, or through those of a list in turn. Never shown. A proxy on a private address needs allow_private.',
      default: [],
    }),
    send_traceparent: Type.Boolean({
      description:
        'Tells the upstream which trace a request is a part of, in the header traceparent. For upstreams of your own.',
      default: false,
    }),
    keep_alive: Type.Boolean({
      description:
        'false opens a connection for every request, so that no late copy of an answer can be taken for another one.',
      default: true,
    }),
  },
  'One configured upstream.',
);

const priceRule = section(
  {
    path: text('route', 'The route; * stands for exactly one segment. The most specific path wins.'),
    unit: Type.Enum(['call', 'item'], {
      description: 'What the price is for: one successful call, or each item that it delivers.',
      default: 'call',
    }),
    unit_price: Type.Optional(text('money', 'The price of one unit. May be left out where tiers have it.')),
    tiers: Type.Optional(
      Type.Array(
        section(
          {
            from: whole(0, TIER_FROM_MAX, 'How many units the account was charged for in the month before.'),
            unit_price: text(
              'money',
              'The price of one unit from there on, no higher than in the tier before.',
            ),
          },
          'One tier.',
        ),
        {
          description:
            'Prices by what an account was charged for in the UTC month, over all paths of the pattern. The first is from 0.',
          minItems: 1,
          maxItems: TIERS_MAX,
        },
      ),
    ),
    minimum: Type.Optional(text('money', 'The least that a call costs, where the unit is item.')),
    free_per_day: Type.Optional(
      whole(0, 1_000_000, 'So many calls of each account are free on each UTC day.'),
    ),
    summary: Type.Optional(text('summary', 'One line for the price list.')),
    deprecated: Type.Boolean({ description: 'Announces that the route will go.', default: false }),
    sunset_at: Type.Optional(text('time', 'When the route goes.')),
    successor: Type.Optional(text('route', 'The path to use instead.')),
  },
  'One price.',
);

const mountedOperation = section(
  {
    unit_price: Type.Optional(
      text('money', 'The price of this operation; it holds for all methods of its path.'),
    ),
    enabled: Type.Boolean({
      description: 'false leaves out an operation that gets would choose.',
      default: true,
    }),
  },
  'One operation of a mount.',
);

const mount = section(
  {
    group: Type.Enum([...GROUPS], { description: 'The group that the routes belong to.', default: 'u2' }),
    name: text('name', 'Path segment: the routes begin with /api/GROUP/v1/NAME.'),
    openapi: text('path', "The upstream's OpenAPI 3.0 or 3.1 document, JSON or YAML, up to 16 MiB."),
    provider: text('name', 'The provider whose place and credential are used.'),
    unit_price: text('money', 'The price of one successful call.'),
    operations: Type.Record(Type.String({ pattern: FORMS.operation.pattern }), mountedOperation, {
      additionalProperties: false,
      maxProperties: NAMES_MAX,
      keys: 'operation',
      description:
        'The operations to serve, by operationId or by method and path as the document writes them. ' +
        'What is neither here nor among gets is not served.',
      default: {},
    }),
    gets: Type.Array(text('gets', 'Which operations.'), {
      description:
        'Operations with GET to serve beside those: a path as the document writes it, the beginning of one with * behind ' +
        'it, or tag:NAME.',
      maxItems: NAMES_MAX,
      default: [],
    }),
    credential: Type.Optional(
      text('credential', 'Where the token of the provider goes, when the document does not say it.'),
    ),
    success_field: Type.Optional(
      text('field', 'A field of the JSON body that says whether a 2xx answer is a success.'),
    ),
    success_values: Type.Array(text('header', 'A value.'), {
      description: 'The values of success_field that are charged; any other is a failed call.',
      maxItems: 100,
      default: [],
    }),
  },
  'One pass-through group.',
);

const limits = section(
  {
    rate: section(
      {
        requests: whole(1, 1_000_000, 'Calls per window.', { default: 600 }),
        per_seconds: whole(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 60 }),
        concurrent: whole(1, 10_000, 'Calls at one time.', { default: 50 }),
      },
      'The limit of a key that carries none of its own.',
    ),
    free: section(
      {
        requests: whole(1, 1_000_000, 'Free answers per window.', { default: 100 }),
        per_seconds: whole(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 10 }),
        concurrent: whole(1, 10_000, 'Free answers under way at one time, until their bytes have left.', {
          default: 50,
        }),
      },
      'The limit of every key, in each process, on answers that cost nothing: replays of a request id, and pages after the last one. Ten a second of the largest answer take a fifth of a core.',
    ),
    misses: section(
      {
        requests: whole(1, 1_000_000, 'Look-ups that find nothing, per window.', { default: 1_000 }),
        per_seconds: whole(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 3_600 }),
      },
      'The limit of every key, in each process, on look-ups that find nothing. They cost the caller nothing, and some sellers charge for each.',
    ),
    unread: section(
      {
        key_bytes: whole(
          KB,
          UNREAD_BYTES_MAX,
          'Most bytes of answers that wait for one key to read them, in each process. With more, its calls are refused.',
          { default: UNREAD_KEY_BYTES_DEFAULT },
        ),
        process_bytes: whole(
          KB,
          UNREAD_BYTES_MAX,
          'The same for all keys of a process. With more, calls are refused; the connections that wait longest are cut.',
          { default: UNREAD_PROCESS_BYTES_DEFAULT },
        ),
      },
      'Answers that nobody reads. A connection has at most one.',
    ),
    keyword_chars_max: whole(1, 1000, 'Longest search keyword in characters.', { default: 200 }),
    key_check: section(
      {
        requests: whole(1, 100_000, 'Key checks per window and address.', { default: 60 }),
        per_seconds: whole(1, DAY_SECONDS, 'Length of the window in seconds.', { default: 60 }),
      },
      'The limit of the key check, which needs no key.',
    ),
  },
  'What callers may use.',
);

const FRESH =
  'How long an answer serves equal calls, in seconds. 0 keeps nothing. Terms of a provider may ask for more.';
const STALE =
  'How much longer an old answer may stand in when every provider fails, in seconds. Only for answers that were kept fresh.';
const FACTOR = 'Share of the price charged for a cached answer, with at most six decimals.';

const freshSeconds = (more: { default?: number }) => whole(0, DAY_SECONDS, FRESH, more);
const staleSeconds = (more: { default?: number }) => whole(0, 7 * DAY_SECONDS, STALE, more);
const priceFactor = (more: { default?: number }) =>
  Type.Number({ minimum: 0, maximum: 1, description: FACTOR, ...more });

const cacheRoute = section(
  {
    path: text('route', 'The route; * stands for exactly one segment. The most specific path wins.'),
    fresh_seconds: Type.Optional(freshSeconds({})),
    stale_if_error_seconds: Type.Optional(staleSeconds({})),
    price_factor: Type.Optional(priceFactor({})),
  },
  'One route that differs.',
);

const cache = section(
  {
    fresh_seconds: freshSeconds({ default: 60 }),
    stale_if_error_seconds: staleSeconds({ default: 3600 }),
    price_factor: priceFactor({ default: 1 }),
    bytes_max: whole(
      0,
      CACHE_BYTES_MAX,
      'Most memory for cached answers, in bytes; the one used longest ago goes first. An answer of more than an eighth of it is not kept.',
      { default: CACHE_BYTES_DEFAULT },
    ),
    url: Type.Optional(
      text(
        'cache_server',
        'A Valkey or Redis server that all nodes share answers by, such as redis://:PASSWORD@10.0.0.7:6379/0, or rediss:// over TLS. Needs the npm package iovalkey. Never shown.',
        { secret: true },
      ),
    ),
    timeout_ms: whole(1, 10_000, 'How long a call waits for that server, in milliseconds.', { default: 50 }),
    routes: Type.Array(cacheRoute, {
      description: 'Routes that differ. What one of them leaves out is as above.',
      maxItems: CACHE_ROUTES_MAX,
      default: [],
    }),
  },
  'Answers shared between calls. The library and mounts are never cached.',
);

const share = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description, default: SHARE_DEFAULT });

const observe = section(
  {
    call_log: text(
      'call_log',
      'Where lines of calls go: stderr, stdout or a file, which a reload opens anew. Every call that failed has one, and a share of the others. No key, no keyword. What nobody takes is dropped and counted.',
      { default: 'off' },
    ),
    log_successes: share('The share of calls without a failure that have a line, from 0 to 1.'),
    log_keywords: Type.Boolean({
      description: 'Lines and traces of calls also say what was searched for. Callers may not expect that.',
      default: false,
    }),
    otlp: Type.Optional(
      text(
        'base_url',
        'Where a collector takes traces over OTLP/HTTP, such as http://127.0.0.1:4318. Needs the npm package @opentelemetry/exporter-trace-otlp-http.',
      ),
    ),
    otlp_headers: Type.Record(
      Type.String({ pattern: FORMS.header_name.pattern }),
      text('header', 'A value.', { secret: true }),
      {
        additionalProperties: false,
        maxProperties: 20,
        keys: 'header_name',
        description: 'Headers that the collector wants, such as a credential. Never shown.',
        default: {},
      },
    ),
    trace_share: share(
      'The share of calls whose traces are kept, from 0 to 1. Those that failed, were slow, were hedged or got a stale answer always are.',
    ),
    slow_ms: whole(1, CALL_DEADLINE_MS, 'A call that takes longer is slow, in milliseconds.', {
      default: 2_500,
    }),
  },
  'What operators see of calls, beside metrics.',
);

export const SETTINGS = section(
  {
    service,
    data: text(
      'path',
      'Folder of the database, the service secret and the library; with PostgreSQL all three are there.',
      {
        default: './data',
      },
    ),
    storage: text(
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
      Type.Array(text('name', 'A provider.'), { minItems: 1, maxItems: PROVIDERS_PER_PLATFORM_MAX }),
      'Path segment of a platform → the providers that serve it, in order of preference.',
      { library: ['library'] },
    ),
    providers: named(provider, 'The configured upstreams.', { library: { connector: 'library' } }),
    mounts: Type.Array(mount, {
      description: "Pass-through routes, made from an upstream's OpenAPI document.",
      maxItems: MOUNTS_MAX,
      default: [],
    }),
    prices: section(
      {
        currency: text('currency', 'The currency of every amount.', { default: 'USD' }),
        endpoints: Type.Array(priceRule, {
          description: 'The price list. A route without a price is not served.',
          maxItems: PRICES_MAX,
          default: firstPrices(),
        }),
      },
      'Seeds version 1 of the price catalog; later versions are published with `reelgate catalog apply`.',
    ),
    limits,
    answers: section(
      {
        keep_seconds: whole(60, 30 * DAY_SECONDS, 'How long a stored answer replays for its request id.', {
          default: DAY_SECONDS,
        }),
      },
      'Stored answers.',
    ),
    complaints: section(
      {
        allowance_per_month: text(
          'money',
          'The most that complaints of one account are refunded in a UTC month when no rule and no person decides. 0 leaves them all to a person.',
          { default: '0' },
        ),
      },
      'Complaints of callers about paid answers.',
    ),
    events: section(
      {
        low_balance: text(
          'money',
          'An account without a limit of its own is told when its balance falls below this. 0 tells nobody.',
          { default: '1' },
        ),
        keep_days: whole(1, 3650, 'How long events are kept, in days.', {
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
        per_account_max: whole(1, 100, 'Webhooks of one account, and of the operator.', { default: 5 }),
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
        min: text('money', 'The least that a caller may pay in at once.', { default: '5' }),
        max: text('money', 'The most that a caller may pay in at once.', { default: '1000' }),
        manual: section(
          {
            instructions: Type.Optional(
              text(
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
              text('token', 'The secret key of a Stripe account. Needs the package `stripe`. Never shown.', {
                secret: true,
              }),
            ),
            webhook_secret: Type.Optional(
              text(
                'token',
                'The signing secret of the Stripe webhook to /api/payments/v1/stripe. Without it that address is not served. Never shown.',
                { secret: true },
              ),
            ),
            return_url: Type.Optional(
              text('base_url', 'Where the browser goes after paying. Default: the portal.'),
            ),
            api_url: Type.Optional(text('base_url', "Where the API is, for tests. Default: Stripe's own.")),
          },
          'Card payments by Stripe, in the currency of the prices.',
        ),
      },
      'Top-ups that callers make by themselves. Without manual or stripe there are none.',
    ),
    statements: section(
      {
        seller: Type.Optional(text('title', 'Who sells, on statements. Default: the title of the service.')),
        address: Type.Optional(text('paragraph', 'Address of the seller.')),
        tax_id: Type.Optional(text('title', 'Tax number of the seller.')),
        tax_note: Type.Optional(
          text('paragraph', 'What is said about taxes, such as a rate or that none is due.'),
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
        credit: text('money', 'What sign-up gives, where the invite names no other amount.', {
          default: '0',
        }),
        credit_days: whole(1, 3_650, 'What is left of such a credit is gone after so many days.', {
          default: 30,
        }),
        per_day_max: whole(1, 100_000, 'Accounts that are made by sign-up on one UTC day, at most.', {
          default: 100,
        }),
      },
      'Accounts that callers make by themselves.',
    ),
    retention: section(
      {
        usage_months: whole(
          0,
          1200,
          'How many whole months of daily usage are kept beside the current one. 0 keeps all. Older days are dropped; their sums stay with their keys.',
          { default: 0 },
        ),
      },
      'What is dropped with time. Calls, entries, catalogs and the audit log never are.',
    ),
    cache,
    all: section(
      {
        soft_deadline_ms: whole(
          1,
          CALL_DEADLINE_MS,
          'After so long a page is made of what there is, if at least half of the platforms have answered. Not of a sorted search.',
          { default: 3_000 },
        ),
        hard_deadline_ms: whole(1, CALL_DEADLINE_MS, 'After so long nobody is waited for.', {
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
          text(
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
        keys_max: whole(
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
    observe,
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
