// The adapter to the showcase, a made-up platform inside the gateway that shows fail-over without a network. It is asked like any upstream.
// Pure: the `showcase:` transport does the work.
import { NO_KNOWN_GAPS } from '../../domain/coverage.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { Connector } from '../connector.ts';
import { LIBRARY_IDS } from '../parsing/id-forms.ts';
import { embeddedOperations } from './library-operations.ts';

export const showcase: Connector = {
  name: 'showcase',
  facts: {
    website: 'embedded',
    docs: 'docs/guides/console.md',
    proof: { checkedAt: '2026-11', by: 'own', unproved: [] },
    baseUrl: 'showcase://local',
    platforms: ['showcase'],
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'Words of made-up titles, tags and authors; there are no operators, and an address or an id is text.',
    // A stored answer would hide that a provider was broken a moment ago.
    retention: { ...NO_RETENTION_RULES, cache: 'never' },
    notes: 'Its records are made up. An operator may break its providers with "reelgate providers fault".',
    isMadeUp: true,
  },
  options: {},
  coverage: { ...NO_KNOWN_GAPS, fresh: 'Made up, always the same.' },
  redirects: false,
  ids: LIBRARY_IDS,
  operations: embeddedOperations,
};
