// The connector of providers that only serve mounts: upstreams known only by their document. It has no operation of
// its own.
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
    keyword: 'Nothing is searched: calls are passed through.',
    // The gateway does not know what a mounted answer means: it may belong to one account only.
    cacheSeconds: { min: 0, max: 0 },
    notes: 'For pass-through mounts. The operator must know whether answers may be resold.',
  },
  options: {},
  redirects: false,
  ids: {},
  operations: {},
};
