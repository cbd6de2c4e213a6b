// Owns the form of an answer that we write ourselves: the bytes that are sent, stored and replayed, all but the balance in
// them, which only the ledger's transaction knows. It knows nothing of what the answer says.
import { formatMoney, type Micros } from './money.ts';

/** JSON around its balance. */
export interface AnswerText {
  kind: 'text';
  /** UTF-8, because text would be encoded anew for each of its uses: 20 µs for a page of 20 records. */
  head: Uint8Array;
  tail: string;
}

export function wholeAnswer({ head, tail }: AnswerText, balance: Micros): Buffer {
  return Buffer.concat([head, Buffer.from(formatMoney(balance) + tail)]);
}
