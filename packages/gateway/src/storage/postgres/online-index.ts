// Builds indexes while nodes work: outside a transaction, concurrently, month by month, and attached at the end. The next run finishes
// whatever was killed midway. Only the index of the whole table and each attachment need a lock that others wait behind; these two steps
// give up after a short wait and are tried again. It must never begin a transaction: PostgreSQL cannot build concurrently inside one.

export interface OnlineIndex {
  name: string;
  table: string;
  /** What follows the name of the table: `(key_id) WHERE state = 'held'`. */
  on: string;
}

export type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** `shortly` runs one query in a transaction that waits for a lock only as long as others may wait behind it. */
interface IndexBuilder {
  run: RunSql;
  shortly(sql: string): Promise<void>;
}

export async function buildOnline(index: OnlineIndex, { run, shortly }: IndexBuilder): Promise<void> {
  const { name, table, on } = index;
  if (!(await isPartitioned(run, table))) return buildAlone(run, index);
  // The index is not valid before every month has its own. Partitions that are made from now on get theirs automatically.
  await shortly(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${on}`);
  for (const month of await monthsWithout(run, index)) {
    const own = `${name}${month.slice(table.length)}`;
    await buildAlone(run, { name: own, table: month, on });
    await shortly(`ALTER INDEX ${name} ATTACH PARTITION ${own}`);
  }
}

async function isPartitioned(run: RunSql, table: string): Promise<boolean> {
  const [found] = await run("SELECT relkind = 'p' AS yes FROM pg_class WHERE oid = $1::regclass", [table]);
  return found?.yes === true;
}

/** Months of the table whose part of the index is missing or not attached yet. */
async function monthsWithout(run: RunSql, { name, table }: OnlineIndex): Promise<string[]> {
  const rows = await run(
    `SELECT m.inhrelid::regclass::text AS month FROM pg_inherits m
      WHERE m.inhparent = $1::regclass AND NOT EXISTS (
        SELECT 1 FROM pg_inherits a JOIN pg_index i ON i.indexrelid = a.inhrelid
         WHERE a.inhparent = to_regclass($2) AND i.indrelid = m.inhrelid)
      ORDER BY 1`,
    [table, name],
  );
  return rows.map(({ month }) => month as string);
}

async function buildAlone(run: RunSql, { name, table, on }: OnlineIndex): Promise<void> {
  const isValid = 'SELECT indisvalid AS yes FROM pg_index WHERE indexrelid = to_regclass($1)';
  const [found] = await run(isValid, [name]);
  if (found?.yes === true) return;
  // What a killed run left: every write maintains it, and no query uses it.
  if (found !== undefined) await run(`DROP INDEX CONCURRENTLY ${name}`);
  await run(`CREATE INDEX CONCURRENTLY ${name} ON ${table} ${on}`);
}
