// The measured costs of one call. CPU comes from the tables of docs/reference/performance.md, so a new run of the bench updates the scale
// figures too; bytes come from `npm run bench:ledger -- --postgres`. Pure: it reads text that it is given.

export interface CallCosts {
  /** CPU of the node and of the database, for a live search that is paid on PostgreSQL. */
  nodeMicros: number;
  databaseMicros: number;
  /** CPU of the node for a call that it refuses. */
  refusalMicros: number;
  /** CPU of one process on SQLite, including the storage. */
  sqliteMicros: number;
}

/** Bytes on disk for one paid call without a stored answer. Measured on 2026-11-16 with 128 callers; the log is what a standby receives. */
export const BYTES_PER_CALL = { postgres: 1_040, postgresLog: 2_440, sqlite: 490 };

/** The callers of this section wait for a platform, as in production, so that commits are shared realistically. */
const LIVE = '### Upstream answers after 20 ms';
const REFUSED = '### All contenders, upstream answers at once';

export function readCosts(page: string): CallCosts {
  const live = rowOf(page, LIVE, 'Reelgate PostgreSQL: live');
  const refused = rowOf(page, REFUSED, 'Reelgate PostgreSQL: 429, over the limit');
  return {
    nodeMicros: numberIn(live[1]),
    databaseMicros: numberIn(live.at(-1)),
    refusalMicros: numberIn(refused[1]),
    sqliteMicros: numberIn(rowOf(page, LIVE, 'Reelgate SQLite: live')[1]),
  };
}

/** The cells of one row of a Markdown table, its name first. */
function rowOf(page: string, section: string, name: string): string[] {
  const from = page.indexOf(section);
  if (from < 0) throw new Error(`the page of figures has no section "${section}"`);
  const rows = page
    .slice(from)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const cells = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const found = cells.find(([first]) => first === name);
  if (found === undefined) throw new Error(`the page of figures has no row "${name}"`);
  return found;
}

function numberIn(text = ''): number {
  const found = /[0-9]+(?:\.[0-9]+)?/.exec(text)?.[0];
  if (found === undefined) throw new Error(`"${text}" is no figure`);
  return Number(found);
}
