// Owns the counting of an exchange with a provider that has a quota: its units are taken before it, and given back when our own limits
// sent nothing. What follows it in the same attempt is part of what it costs.
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import type { Quotas } from './quotas.ts';
import type { AttemptTime } from './task.ts';

type Answered = UpstreamResponse | AttemptFailure;

/** Another attempt has won while the units were taken. */
const LATE: AttemptFailure = { kind: 'timeout', detail: 'no longer wanted', isLocal: true };

export async function counted(
  quotas: Quotas,
  by: ConnectedProvider,
  { operation, cancel }: Pick<AttemptTime, 'operation' | 'cancel'>,
  send: () => Promise<Answered>,
): Promise<Answered> {
  if (by.quota === null) return send();
  const taken = await quotas.take({ ...by, quota: by.quota }, operation);
  if ('kind' in taken) return taken;
  const answer = cancel?.isSaid ? LATE : await send();
  if (answer.kind !== 'response' && answer.isLocal === true) await taken.giveBack();
  return answer;
}
