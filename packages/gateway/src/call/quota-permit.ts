// Owns the moment at which an exchange with a provider is counted towards its quota: when its turn has come and before anything of it
// leaves. Earlier would be wrong: units of calls that only wait would be lost with a process that is killed, and missed by others meanwhile.
import type { AttemptFailure } from '../connectors/connector.ts';
import type { Permit } from '../upstream/upstream.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import type { Quotas } from './quotas.ts';

/** Another attempt has won, or the time was up, while the units were taken. */
const LATE: AttemptFailure = { kind: 'timeout', detail: 'no longer wanted', isLocal: true };

/** null where nothing is counted: the provider has no quota, or nobody counts. */
export function quotaPermit(
  quotas: Quotas | undefined,
  by: ConnectedProvider,
  operation: string,
): Permit | null {
  const { provider, quota } = by;
  if (quota === null || quotas === undefined) return null;
  return async (patience) => {
    const taken = await quotas.take({ provider, quota }, operation);
    if ('kind' in taken) return taken;
    if (!patience.isOver) return null;
    await taken.giveBack();
    return LATE;
  };
}
