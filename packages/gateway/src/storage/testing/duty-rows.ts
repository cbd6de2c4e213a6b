// Rows of collections and watches as duties: only what claims look at.
import type { OpenedAlone } from './bystander.ts';

/** An account with a key. */
export async function addOwner({ storage, edit }: OpenedAlone, id: string): Promise<void> {
  await storage.accounts.create({ actor: 'test', id, name: `name-of-${id}`, currency: 'USD', rate: null });
  await edit(
    `INSERT INTO keys (id, account_id, name, prefix, groups, status, created_at_ms)
     VALUES ('k-${id}', '${id}', 'k', 'rg', '[]', 'active', 0)`,
  );
}

/** Collections `<account>-0000` …, each due a millisecond after the one before it. */
export async function addCollections(
  { edit }: OpenedAlone,
  account: string,
  count: number,
  dueAtMs: number,
): Promise<void> {
  const values = Array.from({ length: count }, (_, i) => {
    const id = `${account}-${String(i).padStart(4, '0')}`;
    return `('${id}', '${account}', 'k-${account}', 'r-${id}', 'f', 'p', '/p', '[]', 1, 1, 1, 1, 0, ${dueAtMs + i})`;
  });
  await edit(`INSERT INTO collections (id, account_id, key_id, request_id, fingerprint, platform, path, questions, question_count,
    items_max, budget_micros, most_micros, created_at_ms, due_at_ms) VALUES ${values}`);
}
