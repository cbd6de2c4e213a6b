// The connector of providers that only serve mounts: upstreams known only by their document. It has no operation of
// its own.

import type { Connector } from '../connectors/connector.ts';
import { NO_KNOWN_GAPS } from '../domain/coverage.ts';
import { NO_RETENTION_RULES } from '../domain/retention.ts';

export const OPENAPI_CONNECTOR = 'openapi';

export const openapiConnector: Connector = {
  name: OPENAPI_CONNECTOR,
  facts: {
    website: 'https://www.openapis.org',
    docs: null,
    proof: { checkedAt: '2026-11', by: 'own', unproved: [] },
    baseUrl: null,
    platforms: [],
    keyNeeded: false,
    resale: 'own-key',
    keyword: 'Nothing is searched: calls are passed through.',
    // The gateway does not know what a mounted answer means: it may belong to one account only.
    // Collections and watches do not read mounts, so that nothing else of them is kept.
    retention: { ...NO_RETENTION_RULES, cache: 'never' },
    notes: 'For pass-through mounts. The operator must know whether answers may be resold.',
  },
  options: {},
  coverage: NO_KNOWN_GAPS,
  redirects: false,
  ids: {},
  operations: {},
};
