// Owns what a statement is: the movements of one account in one UTC month, added up by what they were for, between the balance
// before and the balance after. Pure. A statement never changes; what is corrected later is a line of a later month.
import { hash } from 'node:crypto';
import type { EntryKind } from './account.ts';
import type { Micros } from './money.ts';
import { TIER_FROM_MAX } from './tiers.ts';

/** Whoever sells, as the settings say it when the month is closed. */
export interface Seller {
  name: string;
  address: string | null;
  taxId: string | null;
  /** What is said about taxes, such as a rate or that none is due. */
  taxNote: string | null;
}

/** Whoever pays, as the account says it when the month is closed. */
export interface Buyer {
  name: string;
  title: string | null;
  contact: string | null;
  address: string | null;
  taxId: string | null;
}

export interface StatementLine {
  kind: EntryKind;
  /** Of the calls, for charges and refunds. */
  path: string | null;
  catalogVersion: number | null;
  /**
   * Where the tier begins whose price the calls had; null where the price has no tiers, and for calls over many platforms, whose legs have
   * tiers of their own. Absent in statements that were made before lines were told apart by tiers.
   */
  tier?: number | null;
  count: number;
  amountMicros: Micros;
}

export interface MonthStatement {
  /** 1, 2, 3 … over all accounts, without a gap. */
  number: number;
  accountId: string;
  /** `2026-10`. */
  month: string;
  /** Numbers of its first and its last entry. */
  fromSeq: number;
  toSeq: number;
  openingMicros: Micros;
  closingMicros: Micros;
  currency: string;
  seller: Seller;
  buyer: Buyer;
  lines: StatementLine[];
  /** Of all entries of the account up to its last, each chained to the one before. */
  digest: string;
  closedAtMs: number;
}

/** An entry, with what its call was for. */
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

/** What the chain of digests begins with. */
export const NO_ENTRIES_YET = '';

export function chainDigest(digest: string, entry: StatedEntry): string {
  const { seq, kind, amountMicros, balanceAfterMicros, atMs, callSeq, reference, actor, reason } = entry;
  const words = [seq, kind, amountMicros, balanceAfterMicros, atMs, callSeq, reference, actor, reason];
  return hash('sha256', digest + JSON.stringify(words));
}

/** So that names of lines sort by their tiers. */
const TIER_DIGITS = String(TIER_FROM_MAX).length;

/** Adds entries up, in their order. */
export class StatementSums {
  digest: string;
  closingMicros: number;
  readonly #lines = new Map<string, StatementLine>();

  /** From where the last statement of the account ended. */
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

  /** In one order, whatever came first: money that came in, then what it paid for. */
  lines(): StatementLine[] {
    const named = [...this.#lines].sort(
      ([a, one], [b, other]) => placeOf(one) - placeOf(other) || (a < b ? -1 : 1),
    );
    return named.map(([, line]) => line);
  }
}

const ORDER: readonly EntryKind[] = ['topup', 'charge', 'refund', 'adjustment'];
const placeOf = ({ kind }: StatementLine) => ORDER.indexOf(kind);
