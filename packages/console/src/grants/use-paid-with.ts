// Says which money paid a call: each grant with its part, then ordinary money.
import type { CallReceipt } from '../api/api-types.ts';
import { parseMicros } from '../money/money.ts';
import { useFormat } from '../shell/use-format.ts';
import { useGrantsText } from './text.ts';

type Paid = Pick<CallReceipt, 'charged' | 'refunded' | 'paid_from' | 'currency'>;

/** `rest` names ordinary money. Returns null for a call that no grant paid for. */
export function usePaidWith({ charged, refunded, paid_from, currency }: Paid, rest: string): string | null {
  const text = useGrantsText();
  const format = useFormat();
  if (paid_from === undefined) return null;
  const granted = paid_from.reduce((sum, { amount }) => sum + parseMicros(amount), 0n);
  const ordinary = parseMicros(charged) - parseMicros(refunded) - granted;
  const parts = paid_from.map(({ kind, amount }) => `${text.kinds[kind]} ${format.exact(amount, currency)}`);
  if (ordinary > 0n) parts.push(`${rest} ${format.money(currency).exact(ordinary)}`);
  return parts.join(' · ');
}
