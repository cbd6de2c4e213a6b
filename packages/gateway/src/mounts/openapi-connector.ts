// Owns the name under which a provider serves mounts alone: an upstream that is known by its document only. It
// has no operation of its own.
import type { Connector } from '../connectors/connector.ts';

export const OPENAPI_CONNECTOR = 'openapi';

export const openapiConnector: Connector = {
  name: OPENAPI_CONNECTOR,
  facts: {
    website: 'https://www.openapis.org',
    docs: null,
    baseUrl: null,
    platforms: [],
    keyNeeded: false,
    resale: 'own-key',
    keyword: 'Nothing is searched for: calls are passed on.',
    // The gateway does not know what a mounted answer means: it may belong to one account alone.
    cacheSeconds: { min: 0, max: 0 },
    notes: 'For pass-through mounts: whether answers may be sold is for the operator to know.',
  },
  options: {},
  redirects: false,
  ids: {},
  operations: {},
};
