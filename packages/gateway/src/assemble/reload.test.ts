// What a reload does with every setting of the schema: it takes effect at once in calls, jobs and listeners, or the
// reload says what else is needed. A setting without a row in the table fails the test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, isConfigError, loadConfig } from '../config/config.ts';
import { type SchemaNode, SETTINGS } from '../config/schema.ts';
import { connectorNeeds, connectors } from '../connectors/index.ts';
import { systemClock } from '../domain/clock.ts';
import { createLog } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';
import { reloadCore } from './assemble.ts';
import { accountDepsOf, callDepsOf, jobDepsOf } from './calls.ts';
import { type Core, openCore, systemPorts } from './core.ts';
import { sellerOf } from './duties.ts';
import { publicDepsOf } from './servers.ts';

const ROUTE = '/api/u1/v1/pt/app/search_video';

/** What the parts of a gateway got at the start. */
function partsOf(core: Core) {
  const calls = callDepsOf(core);
  return {
    core,
    settings: calls.settings,
    cache: () => calls.settings().cacheFor(ROUTE),
    provider: () => calls.settings().platforms.get('pt')![0]!,
    jobs: jobDepsOf(core),
    routes: accountDepsOf(core).routes,
    account: accountDepsOf(core),
    // Metrics are registered once; the calls above already have theirs.
    public: publicDepsOf({ ...core, metrics: createMetrics(() => 0, systemClock) }, () => false),
  };
}
type Parts = ReturnType<typeof partsOf>;

/** The settings before the reload, by section; a row replaces one section. */
const BEFORE: Record<string, string> = {
  platforms: '{ library: [library], pt: [pt] }',
  providers: '{ library: { connector: library }, pt: { connector: peertube, base_url: "https://a.org" } }',
};
const pt = (more: string) =>
  `{ library: { connector: library }, pt: { connector: peertube, base_url: "https://a.org", ${more} } }`;

type Effect = 'restart' | 'apply' | ((parts: Parts) => unknown);
/** The section after the reload, and the effect: how to observe it, or what is needed. */
type Row = readonly [section: string, after: string, effect: Effect];

const route = (more: string) => `{ routes: [{ path: "${ROUTE}", ${more} }] }`;
const RULE = '{ path: "/api/*/v1/*/app/search_video", unit_price: "1"';
const price = (more: string) => `{ endpoints: [${RULE}${more} }] }`;
const tiered = (second: string) =>
  price(`, tiers: [{ from: 0, unit_price: "1" }, { from: 10, unit_price: "${second}" }]`);
const MOUNT = 'name: shop, openapi: ./shop.json, provider: pt, unit_price: "1", gets: ["/a"]';

const TABLE: Record<string, Row> = {
  'service.name': ['service', '{ name: other }', 'restart'],
  'service.title': ['service', '{ title: Acme }', (parts) => parts.core.live.config.service.title],
  'service.logo': ['service', '{ logo: ./acme.svg }', 'restart'],
  'service.show_providers': [
    'service',
    '{ show_providers: false }',
    (parts) => parts.core.live.config.service.showProviders,
  ],
  'service.pictures': ['service', '{ pictures: "off" }', (parts) => parts.core.live.config.service.pictures],
  'service.security_contact': [
    'service',
    '{ security_contact: "mailto:s@gate.example" }',
    (parts) => parts.core.live.config.service.securityContact,
  ],
  'service.public': ['service', '{ public: "127.0.0.1:9" }', 'restart'],
  'service.admin': ['service', '{ admin: "127.0.0.1:9" }', 'restart'],
  'service.public_url': [
    'service',
    '{ public_url: "https://gate.example" }',
    (parts) => parts.provider().provider.publicUrl,
  ],
  'service.admin_url': [
    'service',
    '{ admin_url: "https://console.example" }',
    (parts) => parts.core.live.consoleUrl,
  ],
  'service.secret': ['service', `{ secret: "${'ab'.repeat(32)}" }`, 'restart'],
  'service.cors.origins': [
    'service',
    '{ cors: { origins: ["https://app.example"] } }',
    (parts) => parts.public.corsOrigins!(),
  ],
  'service.trust_proxy': ['service', '{ trust_proxy: ["10.0.0.1"] }', 'restart'],
  data: ['data', './elsewhere', 'restart'],
  storage: ['storage', '"sqlite:other.db"', 'restart'],
  storage_sync: ['storage_sync', 'required', 'restart'],
  platforms: [
    'platforms',
    '{ library: [library], pt: [library] }',
    (parts) => parts.provider().provider.name,
  ],
  'providers.*.connector': [
    'providers',
    pt('').replace('peertube', 'invidious'),
    (parts) => parts.provider().connector.name,
  ],
  'providers.*.base_url': [
    'providers',
    pt('').replace('a.org', 'b.org'),
    (parts) => parts.provider().provider.baseUrl,
  ],
  'providers.*.token': ['providers', pt('token: t'), (parts) => parts.provider().provider.token],
  'providers.*.cost': ['providers', pt('cost: "1"'), (parts) => parts.provider().costMicros],
  'providers.*.user_agent': [
    'providers',
    pt('user_agent: Other/1'),
    (parts) => parts.provider().provider.userAgent,
  ],
  'providers.*.options': ['providers', pt('options: { a: b }'), (parts) => parts.provider().provider.options],
  'providers.*.timeout_ms': [
    'providers',
    pt('timeout_ms: 777'),
    (parts) => parts.provider().provider.timeoutMs,
  ],
  'providers.*.requests_per_second': [
    'providers',
    pt('requests_per_second: 3'),
    (parts) => parts.provider().policy.requestsPerSecond,
  ],
  'providers.*.in_flight_max': [
    'providers',
    pt('in_flight_max: 3'),
    (parts) => parts.provider().policy.inFlightMax,
  ],
  'providers.*.allow_private': [
    'providers',
    pt('allow_private: true'),
    (parts) => parts.provider().policy.allowPrivate,
  ],
  'providers.*.proxy': [
    'providers',
    pt('proxy: ["http://proxy.example:3128"]'),
    (parts) => parts.provider().policy.proxies,
  ],
  'providers.*.send_traceparent': [
    'providers',
    pt('send_traceparent: true'),
    (parts) => parts.provider().policy.sendTraceparent,
  ],
  'providers.*.keep_alive': [
    'providers',
    pt('keep_alive: false'),
    (parts) => parts.provider().policy.keepAlive,
  ],
  'providers.*.quota.units': [
    'providers',
    pt('quota: { units: 7 }'),
    (parts) => parts.provider().quota?.units,
  ],
  'providers.*.quota.per': [
    'providers',
    pt('quota: { units: 7, per: month }'),
    (parts) => parts.provider().quota?.per,
  ],
  'providers.*.quota.reset': [
    'providers',
    pt('quota: { units: 7, reset: America/Los_Angeles }'),
    (parts) => parts.provider().quota?.reset,
  ],
  'providers.*.quota.cost': [
    'providers',
    pt('quota: { units: 7, cost: { search: 7 } }'),
    (parts) => parts.provider().quota?.cost,
  ],
  mounts: ['mounts', `[{ ${MOUNT} }]`, 'restart'],
  'mounts[].group': ['mounts', `[{ ${MOUNT}, group: u1 }]`, 'restart'],
  'mounts[].name': ['mounts', `[{ ${MOUNT} }]`, 'restart'],
  'mounts[].openapi': ['mounts', `[{ ${MOUNT} }]`, 'restart'],
  'mounts[].provider': ['mounts', `[{ ${MOUNT} }]`, 'restart'],
  'mounts[].unit_price': ['mounts', `[{ ${MOUNT} }]`, 'restart'],
  'mounts[].gets': ['mounts', `[{ ${MOUNT} }]`, 'restart'],
  'mounts[].operations': ['mounts', `[{ ${MOUNT}, operations: { "GET /a": {} } }]`, 'restart'],
  'mounts[].operations.*.unit_price': [
    'mounts',
    `[{ ${MOUNT}, operations: { "GET /a": { unit_price: "2" } } }]`,
    'restart',
  ],
  'mounts[].operations.*.enabled': [
    'mounts',
    `[{ ${MOUNT}, operations: { "GET /a": { enabled: true } } }]`,
    'restart',
  ],
  'mounts[].credential': ['mounts', `[{ ${MOUNT}, credential: none }]`, 'restart'],
  'mounts[].success_field': ['mounts', `[{ ${MOUNT}, success_field: a, success_values: ["1"] }]`, 'restart'],
  'mounts[].success_values': ['mounts', `[{ ${MOUNT}, success_field: a, success_values: ["1"] }]`, 'restart'],
  'prices.currency': ['prices', '{ currency: EUR }', 'restart'],
  'prices.endpoints': ['prices', price(''), 'apply'],
  'prices.endpoints[].path': ['prices', price(''), 'apply'],
  'prices.endpoints[].unit_price': ['prices', price(''), 'apply'],
  'prices.endpoints[].unit': ['prices', price(', unit: item'), 'apply'],
  'prices.endpoints[].minimum': ['prices', price(', unit: item, minimum: "0.005"'), 'apply'],
  'prices.endpoints[].free_per_day': ['prices', price(', free_per_day: 10'), 'apply'],
  'prices.endpoints[].tiers': ['prices', tiered('0.01'), 'apply'],
  'prices.endpoints[].tiers[].from': ['prices', tiered('0.009'), 'apply'],
  'prices.endpoints[].tiers[].unit_price': ['prices', tiered('0.008'), 'apply'],
  'prices.endpoints[].summary': ['prices', price(', summary: words'), 'apply'],
  'prices.endpoints[].deprecated': ['prices', price(', deprecated: true'), 'apply'],
  'prices.endpoints[].sunset_at': ['prices', price(', deprecated: true, sunset_at: "2030-01-01"'), 'apply'],
  'prices.endpoints[].successor': ['prices', price(`, deprecated: true, successor: "${ROUTE}"`), 'apply'],
  'limits.rate.requests': ['limits', '{ rate: { requests: 7 } }', (parts) => parts.settings().defaultRate],
  'limits.rate.per_seconds': [
    'limits',
    '{ rate: { per_seconds: 7 } }',
    (parts) => parts.settings().defaultRate,
  ],
  'limits.rate.concurrent': [
    'limits',
    '{ rate: { concurrent: 7 } }',
    (parts) => parts.settings().defaultRate,
  ],
  'limits.free.requests': ['limits', '{ free: { requests: 7 } }', (parts) => parts.settings().freeRate],
  'limits.free.per_seconds': ['limits', '{ free: { per_seconds: 7 } }', (parts) => parts.settings().freeRate],
  'limits.misses.requests': ['limits', '{ misses: { requests: 7 } }', (parts) => parts.settings().missLimit],
  'limits.misses.per_seconds': [
    'limits',
    '{ misses: { per_seconds: 7 } }',
    (parts) => parts.settings().missLimit,
  ],
  'limits.free.concurrent': ['limits', '{ free: { concurrent: 7 } }', (parts) => parts.settings().freeRate],
  'limits.account.reads.requests': [
    'limits',
    '{ account: { reads: { requests: 7 } } }',
    (parts) => parts.public.visitLimits(),
  ],
  'limits.account.reads.per_seconds': [
    'limits',
    '{ account: { reads: { per_seconds: 7 } } }',
    (parts) => parts.public.visitLimits(),
  ],
  'limits.account.reads.concurrent': [
    'limits',
    '{ account: { reads: { concurrent: 7 } } }',
    (parts) => parts.public.visitLimits(),
  ],
  'limits.account.writes.requests': [
    'limits',
    '{ account: { writes: { requests: 7 } } }',
    (parts) => parts.public.visitLimits(),
  ],
  'limits.account.writes.per_seconds': [
    'limits',
    '{ account: { writes: { per_seconds: 7 } } }',
    (parts) => parts.public.visitLimits(),
  ],
  'limits.account.webhook_tests.requests': [
    'limits',
    '{ account: { webhook_tests: { requests: 7 } } }',
    (parts) => parts.public.visitLimits(),
  ],
  'limits.account.webhook_tests.per_seconds': [
    'limits',
    '{ account: { webhook_tests: { per_seconds: 7 } } }',
    (parts) => parts.public.visitLimits(),
  ],
  'limits.unread.key_bytes': [
    'limits',
    '{ unread: { key_bytes: 77777777 } }',
    (parts) => parts.public.unread?.(),
  ],
  'limits.unread.process_bytes': [
    'limits',
    '{ unread: { process_bytes: 777777777 } }',
    (parts) => parts.public.unread?.(),
  ],
  'limits.keyword_chars_max': [
    'limits',
    '{ keyword_chars_max: 7 }',
    (parts) => parts.settings().keywordCharsMax,
  ],
  'limits.key_check.requests': ['limits', '{ key_check: { requests: 7 } }', 'restart'],
  'limits.key_check.per_seconds': ['limits', '{ key_check: { per_seconds: 7 } }', 'restart'],
  'gathering.enabled': ['gathering', '{ enabled: false }', (parts) => parts.settings().gathering.enabled],
  'gathering.provider_share': [
    'gathering',
    '{ provider_share: 0.25 }',
    (parts) => [parts.settings().gathering.providerShare, parts.provider().policy.gatheringShare],
  ],
  'gathering.except.platforms': [
    'gathering',
    '{ except: { platforms: [pt] } }',
    (parts) => parts.settings().gathering.except.platforms,
  ],
  'gathering.except.accounts': [
    'gathering',
    '{ except: { accounts: [acc_1] } }',
    (parts) => parts.settings().gathering.except.accounts,
  ],
  'gathering.at_once': ['gathering', '{ at_once: 7 }', (parts) => parts.core.live.config.gathering.atOnce],
  'gathering.collections.running_max': [
    'gathering',
    '{ collections: { running_max: 7 } }',
    (parts) => parts.core.live.config.gathering.collections.runningMax,
  ],
  'gathering.collections.kept_max': [
    'gathering',
    '{ collections: { kept_max: 7 } }',
    (parts) => parts.core.live.config.gathering.collections.keptMax,
  ],
  'gathering.collections.keep_days': [
    'gathering',
    '{ collections: { keep_days: 3 } }',
    (parts) => parts.core.live.config.gathering.collections.keepDays,
  ],
  'gathering.watches.max': [
    'gathering',
    '{ watches: { max: 7 } }',
    (parts) => parts.core.live.config.gathering.watches.max,
  ],
  'gathering.watches.keep_days': [
    'gathering',
    '{ watches: { keep_days: 3 } }',
    (parts) => parts.core.live.config.gathering.watches.keepDays,
  ],
  'gathering.watches.every_min_minutes': [
    'gathering',
    '{ watches: { every_min_minutes: 20 } }',
    (parts) => parts.core.live.config.gathering.watches.everyMinMinutes,
  ],
  'answers.keep_seconds': ['answers', '{ keep_seconds: 77 }', (parts) => parts.jobs.keepAnswersMs()],
  'complaints.allowance_per_month': [
    'complaints',
    "{ allowance_per_month: '1.50' }",
    (parts) => parts.public.account.complaintBounds().allowanceMicros,
  ],
  'complaints.automatic_per_day': [
    'complaints',
    '{ automatic_per_day: 7 }',
    (parts) => parts.public.account.complaintBounds().automaticPerDay,
  ],
  'events.low_balance': ['events', '{ low_balance: "7" }', (parts) => parts.jobs.lowBalanceMicros()],
  'webhooks.enabled': ['webhooks', '{ enabled: false }', (parts) => parts.account.webhookRules().enabled],
  'webhooks.per_account_max': [
    'webhooks',
    '{ per_account_max: 7 }',
    (parts) => parts.account.webhookRules().perAccountMax,
  ],
  'webhooks.allow_private': [
    'webhooks',
    '{ allow_private: true }',
    (parts) => parts.account.webhookRules().allowPrivate,
  ],
  'events.keep_days': ['events', '{ keep_days: 7 }', (parts) => parts.jobs.keepEventsMs()],
  'statements.seller': ['statements', '{ seller: "S" }', (parts) => sellerOf(parts.core).name],
  'statements.address': ['statements', '{ address: "A" }', (parts) => sellerOf(parts.core).address],
  'statements.tax_id': ['statements', '{ tax_id: "T" }', (parts) => sellerOf(parts.core).taxId],
  'statements.tax_note': ['statements', '{ tax_note: "N" }', (parts) => sellerOf(parts.core).taxNote],
  'signup.mode': ['signup', '{ mode: invite }', (parts) => parts.public.account.signup().mode],
  'signup.credit': ['signup', '{ credit: "1" }', (parts) => parts.public.account.signup().creditMicros],
  'signup.credit_days': ['signup', '{ credit_days: 7 }', (parts) => parts.public.account.signup().creditDays],
  'signup.per_day_max': ['signup', '{ per_day_max: 7 }', (parts) => parts.public.account.signup().perDayMax],
  'payments.min': ['payments', '{ min: "7" }', 'restart'],
  'payments.max': ['payments', '{ max: "7" }', 'restart'],
  'payments.manual.instructions': ['payments', '{ manual: { instructions: "Pay." } }', 'restart'],
  'payments.stripe.secret_key': ['payments', '{ stripe: { secret_key: sk } }', 'restart'],
  'payments.stripe.webhook_secret': [
    'payments',
    '{ stripe: { secret_key: sk, webhook_secret: whsec } }',
    'restart',
  ],
  'payments.stripe.return_url': [
    'payments',
    '{ stripe: { secret_key: sk, return_url: "https://shop.example/back" } }',
    'restart',
  ],
  'payments.stripe.api_url': [
    'payments',
    '{ stripe: { secret_key: sk, api_url: "http://127.0.0.1:1" } }',
    'restart',
  ],
  'retention.usage_months': ['retention', '{ usage_months: 14 }', (parts) => parts.jobs.keepUsageMonths()],
  'cache.fresh_seconds': ['cache', '{ fresh_seconds: 7 }', (parts) => parts.cache().freshMs],
  'cache.stale_if_error_seconds': [
    'cache',
    '{ stale_if_error_seconds: 7 }',
    (parts) => parts.cache().staleMs,
  ],
  'cache.price_factor': ['cache', '{ price_factor: 0.5 }', (parts) => parts.cache().priceFactorMillionths],
  'cache.bytes_max': ['cache', '{ bytes_max: 7000 }', (parts) => parts.core.live.config.cache.bytesMax],
  'cache.url': ['cache', '{ url: "redis://127.0.0.1:1" }', 'restart'],
  'cache.timeout_ms': ['cache', '{ timeout_ms: 7 }', (parts) => parts.core.live.config.cache.timeoutMs],
  'cache.routes': ['cache', route('fresh_seconds: 7'), (parts) => parts.cache()],
  'cache.routes[].path': ['cache', route('fresh_seconds: 7'), (parts) => parts.cache()],
  'cache.routes[].fresh_seconds': ['cache', route('fresh_seconds: 7'), (parts) => parts.cache().freshMs],
  'cache.routes[].stale_if_error_seconds': [
    'cache',
    route('stale_if_error_seconds: 7'),
    (parts) => parts.cache().staleMs,
  ],
  'cache.routes[].price_factor': [
    'cache',
    route('price_factor: 0.5'),
    (parts) => parts.cache().priceFactorMillionths,
  ],
  'all.soft_deadline_ms': ['all', '{ soft_deadline_ms: 7 }', (parts) => parts.settings().all.softDeadlineMs],
  'all.hard_deadline_ms': [
    'all',
    '{ hard_deadline_ms: 7777 }',
    (parts) => parts.settings().all.hardDeadlineMs,
  ],
  'all.weights': ['all', '{ weights: { library: 2 } }', (parts) => parts.settings().all.weights],
  'mcp.enabled': ['mcp', '{ enabled: false }', (parts) => parts.public.mcp!().enabled],
  'mcp.tools': ['mcp', '{ tools: all }', (parts) => parts.public.mcp!().tools],
  'mcp.confirm_above': ['mcp', '{ confirm_above: "0.5" }', (parts) => parts.public.account.confirmAbove()],
  'portal.hosts': ['portal', '{ hosts: ["me.example"] }', (parts) => parts.core.live.portalHosts],
  'portal.own_keys': ['portal', '{ own_keys: false }', (parts) => parts.public.account.ownKeys().enabled],
  'portal.keys_max': ['portal', '{ keys_max: 3 }', (parts) => parts.public.account.ownKeys().max],
  'console.hosts': ['console', '{ hosts: ["Ops.example:81"] }', (parts) => parts.core.live.consoleHosts],
  'pricing.public': ['pricing', '{ public: true }', (parts) => parts.public.pricingPublic],
  'status.public': ['status', '{ public: true }', (parts) => parts.public.statusPublic],
  'observe.call_log': ['observe', '{ call_log: stdout }', 'restart'],
  'observe.log_successes': [
    'observe',
    '{ log_successes: 0.5 }',
    (parts) => parts.core.live.config.observe.logSuccesses,
  ],
  'observe.log_keywords': ['observe', '{ log_keywords: true }', (parts) => parts.settings().logsKeywords],
  'observe.keep_questions': [
    'observe',
    '{ keep_questions: false }',
    (parts) => parts.settings().keepsQuestions,
  ],
  'observe.question_days': ['observe', '{ question_days: 7 }', (parts) => parts.jobs.keepQuestionsMs()],
  'observe.otlp': ['observe', '{ otlp: "http://127.0.0.1:4318" }', 'restart'],
  'observe.otlp_headers': [
    'observe',
    '{ otlp_headers: { x-key: a } }',
    (parts) => parts.core.live.config.observe.otlpHeaders,
  ],
  'observe.trace_share': [
    'observe',
    '{ trace_share: 0.5 }',
    (parts) => parts.core.live.config.observe.traceShare,
  ],
  'observe.slow_ms': ['observe', '{ slow_ms: 7 }', (parts) => parts.core.live.config.observe.slowMs],
  'log.level': ['log', '{ level: debug }', (parts) => parts.core.log.isLevelEnabled('debug')],
};

/** Every setting, named as on the settings page; NAME is a star here. */
function settingsIn(schema: SchemaNode, at: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const name = at === '' ? key : `${at}.${key}`;
    const each = Object.values(child.patternProperties ?? {})[0];
    if (child.properties !== undefined) return settingsIn(child, name);
    if (each !== undefined) {
      const inner = settingsIn(each, `${name}.*`);
      // A mapping of providers is no setting besides its providers; one inside a list may be empty and is a setting
      // itself.
      return inner.length === 0 || name.includes('[]') ? [name, ...inner] : inner;
    }
    return [name, ...(child.items === undefined ? [] : settingsIn(child.items, `${name}[]`))];
  });
}

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-reload-'));
let core: Core;
let parts: Parts;

function configOf(sections: Record<string, string>): Config {
  const text = Object.entries({ ...BEFORE, ...sections }).map(([name, value]) => `${name}: ${value}\n`);
  const file = path.join(folder, 'reelgate.yaml');
  writeFileSync(file, text.join(''));
  const known = connectors.map((one) => ({ ...connectorNeeds(one), options: ['a'] }));
  const loaded = loadConfig({ file, connectors: known, env: {} });
  if (isConfigError(loaded)) throw new Error(loaded.message);
  return loaded;
}

beforeAll(async () => {
  writeFileSync(
    path.join(folder, 'shop.json'),
    JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get: {} } } }),
  );
  core = await openCore(configOf({}), { ...systemPorts, log: createLog('info') });
  core.live.listensOn({ host: '127.0.0.1', port: 8080 }, { host: '127.0.0.1', port: 8081 });
  parts = partsOf(core);
});
afterAll(async () => {
  await core.http.close();
  await core.library.close();
  await core.storage.close();
  rmSync(folder, { recursive: true, force: true });
});

test('every setting has exactly one row in this table', () => {
  expect(Object.keys(TABLE).sort()).toEqual(settingsIn(SETTINGS as SchemaNode, '').sort());
});

describe('a reload', () => {
  test.each(Object.entries(TABLE))('of %s', (name, [section, after, effect]) => {
    reloadCore(core, configOf({}));
    const see = typeof effect === 'function' ? effect : () => null;
    const before = JSON.stringify(see(parts));
    const { needsRestart, needsApply } = reloadCore(core, configOf({ [section]: after }));
    const now = JSON.stringify(see(parts));
    if (effect === 'restart') expect(needsRestart).toContain(name.replace(/\[.*$/, ''));
    else if (effect === 'apply') expect([needsRestart, needsApply]).toEqual([[], ['prices.endpoints']]);
    else expect({ isChanged: now !== before, needsRestart, needsApply }).toEqual(LIVE);
  });
  const LIVE = { isChanged: true, needsRestart: [], needsApply: [] };

  test('names what needs a restart until the restart, whatever was read since', () => {
    const waiting = { service: '{ name: other }' };
    expect(reloadCore(core, configOf(waiting)).needsRestart).toEqual(['service.name']);
    expect(reloadCore(core, configOf(waiting)).needsRestart).toEqual(['service.name']);
    expect(reloadCore(core, configOf({ ...waiting, log: '{ level: warn }' })).needsRestart).toEqual([
      'service.name',
    ]);
    expect(reloadCore(core, configOf({})).needsRestart).toEqual([]);
  });

  test('of a listener keeps showing callers the address that is listened on', () => {
    reloadCore(core, configOf({ service: '{ public: "127.0.0.1:9" }' }));
    expect(parts.provider().provider.publicUrl).toBe('http://127.0.0.1:8080');
  });
});
