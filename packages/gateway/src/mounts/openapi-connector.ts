// Owns the name under which a provider serves mounts alone: an upstream that is known by its document only. It can search
// no platform; the configuration refuses to let it try.
import type { Connector } from '../connectors/connector.ts';

export const OPENAPI_CONNECTOR = 'openapi';

function noSearch(): never {
  throw new Error('a provider for mounts was asked to search');
}

export const openapiConnector: Connector = {
  name: OPENAPI_CONNECTOR,
  facts: {
    website: 'https://www.openapis.org',
    docs: null,
    baseUrl: null,
    platforms: [],
    keyNeeded: false,
    resale: 'own-key',
    pageItemsMax: 0,
    keyword: 'Nothing is searched for: calls are passed on.',
    // Mounts pass on what nobody here understands: it may be an account's own.
    cacheSeconds: { min: 0, max: 0 },
    notes: 'For pass-through mounts: whether answers may be sold is for the operator to know.',
  },
  options: {},
  redirects: false,
  missing: [],
  search: { request: noSearch, parse: noSearch },
  samples: [],
};
