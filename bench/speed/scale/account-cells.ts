// Which accounts call, and in which cell: accounts of very different sizes, each with a key whose text contains its cell. So no look-up is
// needed to find the cell of a key. Pure, given a seed.
import { cellOf, makeSecret } from '../../../packages/gateway/src/domain/access/key.ts';
import { draw } from '../../stability/seeded-draw.ts';

/** The n-th largest account calls as often as the first divided by n to this power: a few large ones and very many small ones. */
const SIZE_POWER = 0.8;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Two characters: 1,296 cells, in lower case so that they may be part of a host name. */
export const cellName = (n: number): string => DIGITS[Math.floor(n / 36)]! + DIGITS[n % 36]!;

export interface Dealt {
  /** Share of all calls, by cell. */
  shares: Map<string, number>;
  /** Share of the largest account. */
  largest: number;
}

/** An account is created in a random cell, because its size is not known yet. */
export function dealAccounts(accounts: number, cells: number, seed: number): Dealt {
  const sizes = Array.from({ length: accounts }, (_, n) => (n + 1) ** -SIZE_POWER);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const shares = new Map(Array.from({ length: cells }, (_, n) => [cellName(n), 0]));
  for (const [n, size] of sizes.entries()) {
    const made = cellName(Math.floor(draw(seed, `account ${n}`) * cells));
    const cell = cellOf(keyOf(n, made))!;
    shares.set(cell, shares.get(cell)! + size / all);
  }
  return { shares, largest: sizes[0]! / all };
}

/** Always the same for the same account. */
function keyOf(n: number, cell: string): string {
  const bytes = Buffer.alloc(32);
  bytes.writeUInt32BE(n);
  return makeSecret('rgk', (length) => bytes.subarray(0, length).map((byte) => byte % 62), cell);
}
