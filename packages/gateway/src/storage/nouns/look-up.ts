// Finds anything by its id, an account also by its name and a key by the beginning of its secret, for operators. Each kind is found by an index of its own. Request ids are looked up account by
// account, because an index over all accounts would have to be written by every paid call.
import { ID_PREFIXES } from '../../domain/ids.ts';
import type { Reading, Row, SqlQuery, Value } from '../steps/reading.ts';

/** Results per kind; a more frequent name needs a proper list with filters. */
const FOUND_MAX = 10;

/** Each query returns kind, id, name, account_id and state. */
function questionsOf(id: string): { kind: Found['kind']; sql: string; values: Value[] }[] {
  const seq = /^call_([1-9][0-9]{0,14})$/.exec(id)?.[1];
  const entry = /^[1-9][0-9]{0,14}$/.exec(id)?.[0];
  const owned = 'JOIN accounts a ON a.id = x.account_id';
  const call = `SELECT c.seq AS id, c.request_id AS name, c.account_id, a.name AS account_name, c.state
                  FROM accounts a CROSS JOIN calls c WHERE c.account_id = a.id`;
  return [
    ...(seq === undefined
      ? []
      : [{ kind: 'call' as const, sql: `${call} AND c.seq = $1`, values: [Number(seq)] }]),
    { kind: 'call', sql: `${call} AND c.request_id = $1`, values: [id] },
    {
      kind: 'account',
      sql: `SELECT id, name, id AS account_id, name AS account_name, status AS state FROM accounts
             WHERE id = $1 OR name = $1`,
      values: [id],
    },
    {
      kind: 'key',
      sql: `SELECT x.id, x.name, x.account_id, a.name AS account_name, x.status AS state FROM keys x ${owned}
             WHERE x.id = $1 OR x.prefix = $1`,
      values: [id],
    },
    {
      kind: 'project',
      sql: `SELECT x.id, x.name, x.account_id, a.name AS account_name, 'active' AS state FROM projects x ${owned}
             WHERE x.id = $1`,
      values: [id],
    },
    {
      kind: 'complaint',
      sql: `SELECT x.id, x.reason AS name, x.account_id, a.name AS account_name, x.state FROM complaints x ${owned}
             WHERE x.id = $1`,
      values: [id],
    },
    ...(entry === undefined
      ? []
      : [
          {
            kind: 'entry' as const,
            sql: `SELECT x.id, x.kind AS name, x.account_id, a.name AS account_name, x.kind AS state
                    FROM entries x ${owned} WHERE x.id = $1`,
            values: [Number(entry)],
          },
        ]),
    {
      kind: 'token',
      sql: `SELECT id, name, NULL AS account_id, NULL AS account_name,
                   (CASE WHEN revoked_at_ms IS NULL THEN 'active' ELSE 'revoked' END) AS state
              FROM admin_tokens WHERE id = $1`,
      values: [id],
    },
    {
      // Whether the session has expired is for the reader to decide, by its clock.
      kind: 'session',
      sql: `SELECT x.id, x.name, x.account_id, a.name AS account_name,
                   (CASE WHEN x.ended_at_ms IS NULL THEN 'open' ELSE 'ended' END) AS state
              FROM sessions x LEFT JOIN accounts a ON a.id = x.account_id WHERE x.id = $1`,
      values: [id],
    },
  ];
}

/** Everything with this id, name, prefix or request id; the first few of each kind. */
export function* lookUp({ id }: { id: string }): Reading<Found[]> {
  const found: Found[] = [];
  for (const { kind, sql, values } of questionsOf(id)) {
    const question: SqlQuery = { sql: `${sql} LIMIT ${FOUND_MAX}`, values };
    found.push(...(yield question).map((row) => readFound(kind, row)));
  }
  return found;
}

function readFound(kind: Found['kind'], row: Row): Found {
  return {
    kind,
    id: kind === 'call' ? `${ID_PREFIXES.call}${row.id}` : String(row.id),
    name: row.name as string,
    accountId: row.account_id as string | null,
    accountName: row.account_name as string | null,
    state: row.state as string,
  };
}

export const FOUND_KINDS = [
  'call',
  'account',
  'key',
  'project',
  'complaint',
  'entry',
  'token',
  'session',
] as const;

/** A thing that was found. */
export interface Found {
  kind: (typeof FOUND_KINDS)[number];
  id: string;
  /** Its name; for a call its request id, for an entry its kind, for a complaint its text. */
  name: string;
  accountId: string | null;
  accountName: string | null;
  state: string;
}
