// Owns what the entries of operators and payments are told by: one event for each top-up and each refund, and the limits that an
// adjustment crosses. Pure; whoever appends the entry appends these in the same transaction.
import type { EntryKind } from '../domain/account.ts';
import type { NewEvent } from '../domain/event.ts';
import { formatMoney, type Micros } from '../domain/money.ts';
import { balanceCrossings } from './ledger/crossings.ts';

export interface ToldEntry {
  accountId: string;
  kind: Exclude<EntryKind, 'charge'>;
  amountMicros: Micros;
  balanceAfterMicros: Micros;
  seq: number;
  reference: string | null;
  reason: string | null;
  /** Of a refund. */
  requestId: string | null;
  /** Of the account: the balance below which it is told. */
  lowMicros: number;
}

/** The least that a call may cost: an adjustment has no last call to compare with. */
const LEAST_MICROS = 1;

export function eventsOf(entry: ToldEntry): NewEvent[] {
  const { accountId, kind, amountMicros, balanceAfterMicros, lowMicros } = entry;
  if (kind === 'topup') return [{ stream: accountId, type: 'topup.credited', data: dataOf(entry) }];
  if (kind === 'refund') {
    const data = { ...dataOf(entry), request_id: entry.requestId };
    return [{ stream: accountId, type: 'refund.made', data }];
  }
  const beforeMicros = balanceAfterMicros - amountMicros;
  const move = { accountId, beforeMicros, afterMicros: balanceAfterMicros };
  return balanceCrossings({ ...move, lowMicros, neededMicros: LEAST_MICROS });
}

function dataOf({ amountMicros, balanceAfterMicros, seq, reference, reason }: ToldEntry) {
  const [amount, balance] = [formatMoney(amountMicros), formatMoney(balanceAfterMicros)];
  return { amount, balance, entry_seq: seq, reference, reason };
}
