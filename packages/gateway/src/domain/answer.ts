// The parts of an answer that the gateway writes itself. They are sent, stored and replayed. Only the balance is missing: the transaction
// of the charge supplies it.
import type { GrantPart } from './grant.ts';
import { formatMoney, type Micros } from './money.ts';
import { type BegunMember, endMember } from './text/gzip-member.ts';

/**
 * Short pieces are text. Long ones are UTF-8 bytes, because text would be encoded again for every use. The buffer is reused after the call
 * has ended and its answer is sent: code that keeps the bytes longer must copy them.
 */
export type Piece = string | Uint8Array;

/** The JSON of an answer, split at its balance. */
export interface AnswerText {
  kind: 'text';
  /** Everything before the balance. The pieces are sent one by one: joining them into one buffer costs 25 µs for a page of 20 records. */
  head: readonly Piece[];
  /** Starts with the quotation mark that closes the balance. */
  tail: string;
  /** The head as the beginning of a gzip member. Only for callers that get gzip and whose answer is stored: one compression serves both. */
  begun?: BegunMember;
}

/** An answer that is not our JSON: an upstream's bytes, passed on unchanged, or a format such as WebVTT. */
export interface AnswerBytes {
  kind: 'bytes';
  bytes: Uint8Array;
  /** Content type and a few other headers; names in lower case. */
  headers: Record<string, string>;
  status: number;
}

/** Known only inside the transaction of the charge. */
export interface ChargeFacts {
  balanceMicros: Micros;
  /** The grants that paid. Absent when ordinary money paid everything, as for most accounts. */
  paidFrom?: readonly GrantPart[];
}

export function withFacts({ head, tail }: AnswerText, facts: ChargeFacts): Piece[] {
  return [...head, endOf(tail, facts)];
}

/** The whole answer as gzip; null when it was not compressed. */
export function gzipOf({ begun, tail }: AnswerText, facts: ChargeFacts): Buffer | null {
  return begun === undefined ? null : endMember(begun, Buffer.from(endOf(tail, facts)));
}

/** The rest of an answer, starting with its balance. */
export function endOf(tail: string, { balanceMicros, paidFrom }: ChargeFacts): string {
  if (paidFrom === undefined) return formatMoney(balanceMicros) + tail;
  const parts = JSON.stringify(partsView(paidFrom));
  return `${formatMoney(balanceMicros)}","paid_from":${parts}${tail.slice(1)}`;
}

/** The grants that paid, as receipts show them. */
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
