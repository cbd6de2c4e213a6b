// Owns the configuration of the nodes of a round: wide limits where a round tests none, a short memory, a platform that costs something.
import { ALLOWED_COMPLAINTS_MICROS, endpointsOf, money, PROVIDERS } from './offers.ts';

export interface NodeSettings {
  data: string;
  storage: string;
  /** Of the links before the fake platform. */
  providerPorts: Readonly<Record<string, number>>;
  /** Of whoever takes cards, and the secret that its news are signed with. */
  cards: { url: string; secret: string };
}

/** Wide enough that nobody meets them. */
const WIDE = '{ requests: 1000000, per_seconds: 60, concurrent: 1000 }';

function platformsOf(): Record<string, string[]> {
  const byPlatform = Map.groupBy(PROVIDERS, ({ platform }) => platform);
  return Object.fromEntries(
    [...byPlatform].map(([platform, own]) => [platform, own.map(({ name }) => name)]),
  );
}

export function nodeSettings({ data, storage, providerPorts, cards }: NodeSettings): string {
  const providers = PROVIDERS.map(({ name }, i) => {
    const baseUrl = `http://127.0.0.1:${providerPorts[name]}`;
    return `  ${name}: { connector: peertube, base_url: "${baseUrl}", allow_private: true, timeout_ms: 3000, cost: "${money(i)}" }`;
  });
  return [
    'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
    `data: ${data}`,
    `storage: "${storage}"`,
    `platforms: ${JSON.stringify(platformsOf())}`,
    // Short, so that legs are late in every round.
    'all: { soft_deadline_ms: 400, hard_deadline_ms: 4000 }',
    'providers:',
    ...providers,
    `prices: { endpoints: ${JSON.stringify(endpointsOf(0))} }`,
    `limits: { rate: ${WIDE}, free: ${WIDE}, misses: { requests: 1000000, per_seconds: 60 }, account: { reads: ${WIDE}, writes: { requests: 1000000 } } }`,
    'cache: { fresh_seconds: 2, stale_if_error_seconds: 20, price_factor: 0.5 }',
    `complaints: { allowance_per_month: "${money(ALLOWED_COMPLAINTS_MICROS)}", automatic_per_day: 100000 }`,
    `payments: { min: "1", stripe: { secret_key: sk, webhook_secret: ${cards.secret}, api_url: "${cards.url}" } }`,
    'webhooks: { allow_private: true }',
    'log: { level: warn }',
    '',
  ].join('\n');
}
