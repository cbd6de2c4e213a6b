// The money of a running gateway, read through a second storage: each account's balance, and the sum of its entries. A test compares two
// readings to find what one request has moved.
import type { Storage } from '../storage/storage.ts';

/** One page of storage; a test with more accounts reads further pages. */
const PAGE = 500;

export interface Look {
  /** By account id, in micro-units. */
  balances: Map<string, number>;
  held: number;
}

export async function lookAt(storage: Storage): Promise<Look> {
  const look: Look = { balances: new Map(), held: 0 };
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<Storage['accounts']['list']>> = await storage.accounts.list({
      limit: PAGE,
      after,
    });
    for (const { id, balanceMicros, heldMicros } of page.items) {
      look.balances.set(id, balanceMicros);
      look.held += heldMicros;
    }
    after = page.next;
  } while (after !== null);
  return look;
}

/** The accounts whose balance changed, and by how much. */
export function movesBetween(before: Look, now: Look): Record<string, number> {
  const moved = [...now.balances].map(
    ([id, micros]) => [id, micros - (before.balances.get(id) ?? 0)] as const,
  );
  return Object.fromEntries(moved.filter(([, micros]) => micros !== 0));
}

/** How many entries an account has, and their sum. */
export async function entriesOf(
  storage: Storage,
  accountId: string,
): Promise<{ count: number; sum: number }> {
  let [count, sum, after] = [0, 0, null as string | null];
  do {
    const page: Awaited<ReturnType<Storage['accounts']['entries']>> = await storage.accounts.entries({
      accountId,
      limit: PAGE,
      after,
    });
    for (const { amountMicros } of page.items) sum += amountMicros;
    count += page.items.length;
    after = page.next;
  } while (after !== null);
  return { count, sum };
}

/** The number of the newest entry, which is also their count. */
export async function newestEntry(storage: Storage, accountId: string): Promise<number> {
  const { items } = await storage.accounts.entries({ accountId, limit: 1, after: null });
  return items[0]?.seq ?? 0;
}
