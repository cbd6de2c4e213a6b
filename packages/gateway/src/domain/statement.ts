// A statement lists the movements of one account in one UTC month, summed up by purpose, between the opening and the closing balance. It
// never changes: a later correction appears in the statement of a later month.
import { hash } from 'node:crypto';
import type { EntryKind } from './account.ts';
import type { Micros } from './money.ts';
import { TIER_FROM_MAX } from './prices/tiers.ts';

/** How often one of all nodes looks whether a month has ended. */
export const CLOSING_EVERY_MS = 600_000;

/** The operator's company, copied from the settings when the month is closed. */
export interface Seller {
  name: string;
  address: string | null;
  taxId: string | null;
  /** A text about taxes, such as a rate or that none is due. */
  taxNote: string | null;
}

/** The account's owner, copied from the account when the month is closed. */
interface Buyer {
  name: string;
  title: string | null;
  contact: string | null;
  address: string | null;
  taxId: string | null;
}

export interface StatementLine {
  kind: EntryKind;
  /** Path of the calls, for charges and refunds. */
  path: string | null;
  catalogVersion: number | null;
  /**
   * The number of units from which the tier of these calls starts. Null for prices without tiers, and for calls over many platforms, whose
   * legs have their own tiers. Absent in statements from before lines were split by tier.
   */
  tier?: number | null;
  count: number;
  amountMicros: Micros;
}

export interface MonthStatement {
  /** 1, 2, 3 … over all accounts, without gaps. */
  number: number;
  accountId: string;
  /** `2026-10`. */
  month: string;
  /** Sequence numbers of its first and last entry. */
  fromSeq: number;
  toSeq: number;
  openingMicros: Micros;
  closingMicros: Micros;
  currency: string;
  seller: Seller;
  buyer: Buyer;
  lines: StatementLine[];
  /** Hash chain over all entries of the account up to the last one here. */
  digest: string;
  closedAtMs: number;
}

/** An entry with the path and the tier of its call. */
export interface StatedEntry {
  seq: number;
  kind: EntryKind;
  amountMicros: number;
  balanceAfterMicros: number;
  atMs: number;
  callSeq: number | null;
  reference: string | null;
  actor: string;
  reason: string | null;
  path: string | null;
  catalogVersion: number | null;
  tier: number | null;
}

/** The digest before the first entry. */
export const NO_ENTRIES_YET = '';

export function chainDigest(digest: string, entry: StatedEntry): string {
  const { seq, kind, amountMicros, balanceAfterMicros, atMs, callSeq, reference, actor, reason } = entry;
  const words = [seq, kind, amountMicros, balanceAfterMicros, atMs, callSeq, reference, actor, reason];
  return hash('sha256', digest + JSON.stringify(words));
}

/** Pads tiers with zeros, so that names of lines sort by tier. */
const TIER_DIGITS = String(TIER_FROM_MAX).length;

/** Adds up entries, which must come in their sequence. */
export class StatementSums {
  digest: string;
  closingMicros: number;
  readonly #lines = new Map<string, StatementLine>();

  /** Continues from the account's last statement. */
  constructor(before: { digest: string; closingMicros: number }) {
    this.digest = before.digest;
    this.closingMicros = before.closingMicros;
  }

  add(entry: StatedEntry): void {
    const { kind, path, catalogVersion, tier, amountMicros } = entry;
    const name = JSON.stringify([kind, path, catalogVersion, tier?.toString().padStart(TIER_DIGITS, '0')]);
    const none = { kind, path, catalogVersion, tier, count: 0, amountMicros: 0 as Micros };
    const line = this.#lines.get(name) ?? none;
    line.count++;
    line.amountMicros = (line.amountMicros + amountMicros) as Micros;
    this.#lines.set(name, line);
    this.digest = chainDigest(this.digest, entry);
    this.closingMicros = entry.balanceAfterMicros;
  }

  /** In a fixed sequence: first money that came in, then what it paid for. */
  lines(): StatementLine[] {
    const named = [...this.#lines].sort(
      ([a, one], [b, other]) => placeOf(one) - placeOf(other) || (a < b ? -1 : 1),
    );
    return named.map(([, line]) => line);
  }
}

const ORDER: readonly EntryKind[] = ['topup', 'charge', 'refund', 'adjustment'];
const placeOf = ({ kind }: StatementLine) => ORDER.indexOf(kind);
