// The checkpoint of the ledger: what the last clean check reached, for each account and each running sum, with a digest over all of it.
// The next check continues from there. A check that found a difference must never write one.
import { hash } from 'node:crypto';
import type { Reading, SqlQuery, Value } from '../steps/reading.ts';
import type { AccountProof, LedgerCheckpoint, NextCheckpoint } from './ledger-report.ts';

export interface KnownCheckpoint {
  head: LedgerCheckpoint;
  accounts: Map<string, AccountProof>;
  sums: Map<string, number>;
  /** False when the stored rows do not match their digest. */
  isWhole: boolean;
}

const ROWS = 5_000;
/** Rows per query. A few fixed sizes, so that few queries are prepared and not one for every number of rows. */
const WRITTEN_ROWS = [200, 20, 1];
/** The digest of a chain without entries. */
const NO_ENTRIES = '';

export const NOTHING_PROVEN: Omit<AccountProof, 'accountId'> = {
  entrySeq: 0,
  balanceMicros: 0,
  charges: 0,
  chargedMicros: 0,
  settled: 0,
  unsettled: 0,
  digest: NO_ENTRIES,
};

export function* readCheckpoint(): Reading<KnownCheckpoint | null> {
  const [row] = yield {
    sql: 'SELECT at_ms, call_seq, calls, entries, digest FROM ledger_checkpoint',
    values: [],
  };
  if (row === undefined) return null;
  const head = {
    atMs: row.at_ms as number,
    callSeq: row.call_seq as number,
    calls: row.calls as number,
    entries: row.entries as number,
    digest: row.digest as string,
  };
  const accounts = yield* readProofs();
  const sums = yield* readSums();
  return { head, accounts, sums, isWhole: digestOf(head, accounts, sums) === head.digest };
}

function* readProofs(): Reading<Map<string, AccountProof>> {
  const proofs = new Map<string, AccountProof>();
  for (let after = ''; ; ) {
    const rows = yield {
      sql: `SELECT account_id, entry_seq, balance_micros, charges, charged_micros, settled, unsettled, digest
              FROM proven_accounts WHERE account_id > $1 ORDER BY account_id LIMIT ${ROWS}`,
      values: [after],
    };
    for (const row of rows) {
      after = row.account_id as string;
      proofs.set(after, {
        accountId: after,
        entrySeq: row.entry_seq as number,
        balanceMicros: row.balance_micros as number,
        charges: row.charges as number,
        chargedMicros: row.charged_micros as number,
        settled: row.settled as number,
        unsettled: row.unsettled as number,
        digest: row.digest as string,
      });
    }
    if (rows.length < ROWS) return proofs;
  }
}

function* readSums(): Reading<Map<string, number>> {
  const sums = new Map<string, number>();
  for (let after = ''; ; ) {
    const rows = yield {
      sql: `SELECT scope, amount FROM proven_sums WHERE scope > $1 ORDER BY scope LIMIT ${ROWS}`,
      values: [after],
    };
    for (const { scope, amount } of rows) {
      after = scope as string;
      sums.set(after, amount as number);
    }
    if (rows.length < ROWS) return sums;
  }
}

/** The same digest for any sequence of rows. */
export function digestOf(
  { atMs, callSeq, calls, entries }: Omit<LedgerCheckpoint, 'digest'>,
  accounts: ReadonlyMap<string, AccountProof>,
  sums: ReadonlyMap<string, number>,
): string {
  let digest = hash('sha256', JSON.stringify([atMs, callSeq, calls, entries]));
  for (const id of [...accounts.keys()].sort())
    digest = hash('sha256', digest + JSON.stringify(valuesOf(accounts.get(id)!)));
  for (const scope of [...sums.keys()].sort())
    digest = hash('sha256', digest + JSON.stringify([scope, sums.get(scope)]));
  return digest;
}

function valuesOf(proof: AccountProof): Value[] {
  return [
    proof.accountId,
    proof.entrySeq,
    proof.balanceMicros,
    proof.charges,
    proof.chargedMicros,
    proof.settled,
    proof.unsettled,
    proof.digest,
  ];
}

/** Reads the digest of the checkpoint to be replaced. If it is not the expected one, another check has written its own. */
export const CHECKPOINT_NOW = 'SELECT digest FROM ledger_checkpoint';

/** Run these in one transaction: the rows and the digest over them belong together. */
export function checkpointQueries({ head, isWhole, accounts, sums }: NextCheckpoint): SqlQuery[] {
  const clean = isWhole ? ['DELETE FROM proven_accounts', 'DELETE FROM proven_sums'] : [];
  const { atMs, callSeq, calls, entries, digest } = head;
  return [
    ...clean.map((sql) => ({ sql, values: [] })),
    ...upserts('proven_accounts', PROOF_COLUMNS, accounts.map(valuesOf)),
    ...upserts(
      'proven_sums',
      ['scope', 'amount'],
      sums.map(({ scope, amount }) => [scope, amount]),
    ),
    ...upserts(
      'ledger_checkpoint',
      ['id', 'at_ms', 'call_seq', 'calls', 'entries', 'digest'],
      [[1, atMs, callSeq, calls, entries, digest]],
    ),
  ];
}

const PROOF_COLUMNS = [
  'account_id',
  'entry_seq',
  'balance_micros',
  'charges',
  'charged_micros',
  'settled',
  'unsettled',
  'digest',
];

function* upserts(table: string, columns: readonly string[], rows: Value[][]): Generator<SqlQuery> {
  const [key, ...others] = columns;
  const taken = others.map((name) => `${name} = excluded.${name}`).join(', ');
  for (let first = 0; first < rows.length; ) {
    const size = WRITTEN_ROWS.find((n) => n <= rows.length - first)!;
    const some = rows.slice(first, first + size);
    const places = some.map(
      (row, i) => `(${row.map((_, j) => `$${i * columns.length + j + 1}`).join(', ')})`,
    );
    yield {
      sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places.join(', ')}
              ON CONFLICT (${key}) DO UPDATE SET ${taken}`,
      values: some.flat(),
    };
    first += size;
  }
}
