// The adapter to the embedded library, which is asked like any upstream across the network. Pure: the `library:` transport does the work.
import { NO_KNOWN_GAPS } from '../../domain/coverage.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { Connector } from '../connector.ts';
import { LIBRARY_IDS } from '../parsing/id-forms.ts';
import { embeddedOperations } from './library-operations.ts';

export const library: Connector = {
  name: 'library',
  facts: {
    website: 'embedded',
    docs: 'docs/guides/library.md',
    proof: { checkedAt: '2026-11', by: 'own', unproved: [] },
    baseUrl: 'library://local',
    platforms: null,
    keyNeeded: false,
    resale: 'yes',
    keyword: "Words of the library's own index; there are no operators, and an address or an id is text.",
    // It answers from this machine at once, and an import must show in the next search. Its records may be kept for ever.
    retention: { ...NO_RETENTION_RULES, cache: 'never' },
    notes: null,
  },
  options: {},
  coverage: { ...NO_KNOWN_GAPS, fresh: 'As new as the last import.' },
  redirects: false,
  ids: LIBRARY_IDS,
  operations: embeddedOperations,
};
