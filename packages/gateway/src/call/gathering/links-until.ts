// How long the links in a provider's records work.
import type { ConnectedProvider } from '../trying/connected-provider.ts';

/** Until when links of records that were fetched at this time work; null when they do not lapse. */
export function linksUntilMs(_by: ConnectedProvider | null, _fetchedAtMs: number): number | null {
  return null;
}
