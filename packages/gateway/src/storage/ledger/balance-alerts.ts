// Events about balances: `balance.low` when a balance falls below the account's limit, `balance.empty` when it becomes too small for a
// call like the last one. An event is written when a balance falls below a limit that it had reached before (before ≥ limit > after), so
// the next event needs money to come in first. A charge that crosses no limit costs two comparisons. Nothing here moves money.
import type { NewEvent } from '../../domain/event.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { isReservedRequestId } from '../../domain/request-id.ts';
import type { CallRow, Ledger } from './ledger.ts';

export interface BalanceMove {
  accountId: string;
  beforeMicros: number;
  afterMicros: number;
  /** 0 means that the account gets no `balance.low` event. */
  lowMicros: number;
  /** The price of the last call. */
  neededMicros: number;
}

const crosses = (limitMicros: number, { beforeMicros, afterMicros }: BalanceMove) =>
  beforeMicros >= limitMicros && limitMicros > afterMicros;

/** The events that one change of a balance causes. */
export function balanceAlerts(move: BalanceMove): NewEvent[] {
  const limits = { 'balance.low': move.lowMicros, 'balance.empty': move.neededMicros } as const;
  const types = (['balance.low', 'balance.empty'] as const).filter((type) => crosses(limits[type], move));
  return types.map((type) => ({
    stream: move.accountId,
    type,
    data: { balance: money(move.afterMicros), limit: money(limits[type]) },
  }));
}

const money = (micros: number) => formatMoney(micros as Micros);

/** Takes a call that was just charged. */
export function addBalanceAlerts(ledger: Ledger, call: CallRow): void {
  const { accountId, chargedMicros } = call;
  const { balanceMicros, lowMicros } = ledger.account(accountId);
  const neededMicros = neededBy(call);
  if (balanceMicros >= lowMicros && balanceMicros >= neededMicros) return;
  const move = { beforeMicros: balanceMicros + chargedMicros, afterMicros: balanceMicros };
  ledger.events.push(...balanceAlerts({ accountId, ...move, lowMicros, neededMicros }));
}

/**
 * A page of a collection and a run of a watch hold what the balance allows, so a smaller balance would always be below their last hold. What
 * they cost tells when it is empty.
 */
function neededBy({ requestId, priceMicros, chargedMicros }: CallRow): number {
  return isReservedRequestId(requestId) ? chargedMicros : priceMicros;
}
