// Writes what the charges of a batch took from grants: a row for each, what is left of each grant, and the sums of their accounts. Most
// batches have no such charges.
import type { Ledger } from '../../ledger/ledger.ts';
import type { PgQuery } from '../connection.ts';

export function writeGrantUses({ grantUses }: Ledger): PgQuery[] {
  if (grantUses.length === 0) return [];
  const amounts = grantUses.map(({ amountMicros }) => amountMicros);
  const sumsOf = (ids: string[]) => [ids, amounts];
  return [
    {
      text: `INSERT INTO grant_uses (grant_id, account_id, entry_seq, call_seq, amount_micros)
             SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])`,
      values: [
        grantUses.map(({ grantId }) => grantId),
        grantUses.map(({ accountId }) => accountId),
        grantUses.map(({ entrySeq }) => entrySeq),
        grantUses.map(({ callSeq }) => callSeq),
        amounts,
      ],
    },
    { text: subtract('grants', 'remaining_micros'), values: sumsOf(grantUses.map((use) => use.grantId)) },
    { text: subtract('accounts', 'granted_micros'), values: sumsOf(grantUses.map((use) => use.accountId)) },
  ];
}

const subtract = (table: string, column: string) => `
  UPDATE ${table} t SET ${column} = t.${column} - u.micros
    FROM (SELECT id, sum(micros)::bigint AS micros FROM unnest($1::text[], $2::bigint[]) AS x (id, micros) GROUP BY id) u
   WHERE t.id = u.id`;
