// Owns the form of an answer that we write ourselves: the pieces that are sent, stored and replayed, all but the balance in
// them, which only the ledger's transaction knows. It knows nothing of what the answer says.
import type { GrantPart } from './grant.ts';
import { formatMoney, type Micros } from './money.ts';

/**
 * Text is for short pieces; long ones are UTF-8 already, because text is encoded anew for each of its uses. Their bytes are lent
 * until the call has ended and its answer is sent: whoever keeps them longer makes a copy.
 */
export type Piece = string | Uint8Array;

/** JSON around its balance. */
export interface AnswerText {
  kind: 'text';
  /** Up to the balance. Joined nowhere on the way out: a new buffer for a page of 20 records costs 25 µs. */
  head: readonly Piece[];
  /** It begins with the quotation mark that ends the balance. */
  tail: string;
}

/** What only the transaction of the charge knows. */
export interface ChargeFacts {
  balanceMicros: Micros;
  /** Which grants paid; absent for ordinary money alone, which most accounts have. */
  paidFrom?: readonly GrantPart[];
}

export function withFacts({ head, tail }: AnswerText, facts: ChargeFacts): Piece[] {
  return [...head, endOf(tail, facts)];
}

/** The rest of an answer, from its balance on. */
export function endOf(tail: string, { balanceMicros, paidFrom }: ChargeFacts): string {
  if (paidFrom === undefined) return formatMoney(balanceMicros) + tail;
  const parts = JSON.stringify(partsView(paidFrom));
  return `${formatMoney(balanceMicros)}","paid_from":${parts}${tail.slice(1)}`;
}

/** As receipts show it. */
export function partsView(parts: readonly GrantPart[]) {
  return parts.map(({ grantId, kind, amountMicros }) => ({
    grant: grantId,
    kind,
    amount: formatMoney(amountMicros),
  }));
}

export function bytesIn(pieces: readonly Piece[]): number {
  let bytes = 0;
  for (const piece of pieces) bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  return bytes;
}

export function joinedBytes(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
