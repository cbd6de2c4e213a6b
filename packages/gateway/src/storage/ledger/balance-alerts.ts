// Owns the limits whose crossing is told: a balance that becomes low, or too small for a call like the last one. A crossing is
// found on sums that are at hand anyway, before ≥ limit > after, so a call that crosses nothing pays two comparisons, and the
// next crossing needs money to come in first. It moves nothing.
import type { NewEvent } from '../../domain/event.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import type { CallRow, Ledger } from './ledger.ts';

export interface BalanceMove {
  accountId: string;
  beforeMicros: number;
  afterMicros: number;
  /** 0 when nobody is told. */
  lowMicros: number;
  /** What a call like the last one needs. */
  neededMicros: number;
}

const crosses = (limitMicros: number, { beforeMicros, afterMicros }: BalanceMove) =>
  beforeMicros >= limitMicros && limitMicros > afterMicros;

/** What one movement of a balance is told by. */
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

/** Of a call that was charged just now. */
export function addBalanceAlerts(ledger: Ledger, { accountId, chargedMicros, priceMicros }: CallRow): void {
  const { balanceMicros, lowMicros } = ledger.account(accountId);
  if (balanceMicros >= lowMicros && balanceMicros >= priceMicros) return;
  const move = { beforeMicros: balanceMicros + chargedMicros, afterMicros: balanceMicros };
  ledger.events.push(...balanceAlerts({ accountId, ...move, lowMicros, neededMicros: priceMicros }));
}
