// Owns the looks at grants: those of an account, the newest first, and which of them paid for a call.
import type { Grant, GrantKind, GrantPart } from '../../domain/grant.ts';
import { toMicros } from '../../domain/money.ts';
import type { GrantVerbs } from '../grant-verbs.ts';
import type { Listed } from '../listed.ts';
import { readGrant } from '../rows.ts';
import { newestFirst } from './newest-first.ts';
import { Conditions, type Reading } from './reading.ts';

export function* listGrants(input: Parameters<GrantVerbs['list']>[0]): Reading<Listed<Grant>> {
  const where = new Conditions().add('account_id = ?', input.accountId);
  if (input.isOpen === true) where.addPlain('remaining_micros > 0');
  const positionOf = (grant: Grant) => `${grant.createdAtMs}/${grant.id}`;
  return yield* newestFirst(
    { table: 'grants', at: 'created_at_ms', read: readGrant, positionOf },
    input,
    where,
  );
}

export function* readPaidFor({
  accountId,
  requestId,
}: Parameters<GrantVerbs['paidFor']>[0]): Reading<GrantPart[]> {
  const rows = yield {
    sql: `SELECT g.id, g.kind, CAST(sum(u.amount_micros) AS bigint) AS amount_micros
            FROM calls c JOIN grant_uses u ON u.call_seq = c.seq JOIN grants g ON g.id = u.grant_id
           WHERE c.account_id = $1 AND c.request_id = $2
           GROUP BY g.id, g.kind, g.priority, g.expires_at_ms, g.created_at_ms HAVING sum(u.amount_micros) <> 0
           ORDER BY g.priority, coalesce(g.expires_at_ms, ${Number.MAX_SAFE_INTEGER}), g.created_at_ms, g.id`,
    values: [accountId, requestId],
  };
  return rows.map((row) => ({
    grantId: row.id as string,
    kind: row.kind as GrantKind,
    amountMicros: toMicros(row.amount_micros as number),
  }));
}
