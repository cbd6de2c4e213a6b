// A provider together with its connector, as a call knows it. It holds no state.
import type { Connector, Provider } from '../../connectors/connector.ts';
import type { Micros } from '../../domain/money.ts';
import type { Quota } from '../../domain/quota.ts';
import type { UpstreamPolicy } from '../../upstream/upstream.ts';

/** A provider with the connector that speaks its language. */
export interface ConnectedProvider {
  provider: Provider;
  connector: Connector;
  policy: UpstreamPolicy;
  /** What one attempt costs the operator. */
  costMicros: Micros;
  /** What it gives in a day or a month; null when nobody counts it. */
  quota: Quota | null;
}
