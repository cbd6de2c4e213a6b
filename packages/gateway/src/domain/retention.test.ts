import { expect, test } from 'vitest';
import { connectors } from '../connectors/index.ts';
import { openapiConnector } from '../mounts/openapi-connector.ts';
import { cacheSecondsMax, linksUntilMs, NO_RETENTION_RULES } from './retention.ts';

const FETCHED_AT_MS = Date.UTC(2026, 10, 18);
const HOUR_S = 3_600;

/** Every connector that has a rule; the others have none. */
const RULES: Record<string, { keep?: number; links?: number; isCached?: false }> = {
  youtube: { keep: 30 * 24 * HOUR_S },
  'tiktok-research': { keep: 15 * 24 * HOUR_S },
  tikhub: { links: 3 * HOUR_S },
  'tikhub-xiaohongshu': { links: 3 * HOUR_S },
  'tikhub-instagram': { links: 3 * HOUR_S },
  justoneapi: { links: 3 * HOUR_S },
  library: { isCached: false },
  showcase: { isCached: false },
  openapi: { isCached: false },
};

test.each([...connectors, openapiConnector])(
  '$name: its terms and its links end records apart',
  (connector) => {
    const { keep = null, links = null, isCached = true } = RULES[connector.name] ?? {};
    expect(connector.facts.retention.keepSecondsMax).toBe(keep);
    expect(linksUntilMs(connector.facts, FETCHED_AT_MS)).toBe(links && FETCHED_AT_MS + links * 1_000);
    const cached = isCached ? (keep ?? links ?? Number.POSITIVE_INFINITY) : 0;
    expect(cacheSecondsMax(connector.facts.retention)).toBe(cached);
  },
);

test('what is never cached may still have links that do not lapse', () => {
  const facts = { retention: { ...NO_RETENTION_RULES, cache: 'never' as const } };
  expect(linksUntilMs(facts, 5)).toBeNull();
});
