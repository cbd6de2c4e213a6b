// The configuration of the nodes of a round: generous limits where a round tests none, a short cache, and a platform that costs money.
import { ALLOWED_COMPLAINTS_MICROS, endpointsOf, money, PROVIDERS } from './offers.ts';

export interface NodeSettings {
  data: string;
  storage: string;
  /** Ports of the links to the fake platform. */
  providerPorts: Readonly<Record<string, number>>;
  /** The URL of the card provider, and the secret that signs its webhooks. */
  cards: { url: string; secret: string };
}

/** Limits that no caller reaches. */
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
