// How long the links in a provider's records work.
import { linksUntilMs as untilMs } from '../../domain/retention.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';

/** Until when links of records that were fetched at this time work; null when they do not lapse. */
export function linksUntilMs(by: ConnectedProvider | null, fetchedAtMs: number): number | null {
  return by === null ? null : untilMs(by.connector.facts, fetchedAtMs);
}
