// A provider together with its connector, as the steps of a call use it. It holds no state.
import type { Connector, Provider } from '../../connectors/connector.ts';
import type { Quota } from '../../domain/limiting/quota.ts';
import type { Micros } from '../../domain/money.ts';
import type { UpstreamPolicy } from '../../upstream/upstream.ts';

/** A provider with the connector that speaks its language. */
export interface ConnectedProvider {
  provider: Provider;
  connector: Connector;
  policy: UpstreamPolicy;
  /** What one attempt costs the operator. */
  costMicros: Micros;
  /** Units that the provider allows in a day or a month; null when it has no quota. */
  quota: Quota | null;
}
