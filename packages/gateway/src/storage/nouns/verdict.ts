// Results of the last check of the ledger, of its last backup and of the last restore drill, and when it was last archived and accepted as
// it is: one row of `meta` for each figure.
import type { Reading } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';

/** When an operator last gave up calls that nodes knew as charged. A command writes it, and nodes on PostgreSQL read it. */
export const MARKS_CLEARED = 'marks_cleared_at_ms';

/** The result of the last check of the whole ledger. */
export interface LedgerVerdict {
  atMs: number;
  entries: number;
  differences: number;
}

/** A drill: a backup was restored elsewhere and verified there. */
export interface StorageDrill {
  atMs: number;
  durationMs: number;
}

/** Stores the result of a check in place of the one before. */
export function* keepVerdict({ atMs, entries, differences }: LedgerVerdict): Writing<null> {
  const figures = { verified_at_ms: atMs, verified_entries: entries, verified_differences: differences };
  return yield* keepFigures(figures);
}

/** Stores when the last whole copy of the ledger was made. */
export function* noteBackup({ atMs }: { atMs: number }): Writing<null> {
  return yield* keepFigures({ backed_up_at_ms: atMs });
}

/** Stores the last successful drill. */
export function* noteDrill({ atMs, durationMs }: StorageDrill): Writing<null> {
  return yield* keepFigures({ drill_at_ms: atMs, drill_ms: durationMs });
}

/** Stores when the archive last had everything. */
export function* noteArchive({ atMs }: { atMs: number }): Writing<null> {
  return yield* keepFigures({ archived_at_ms: atMs });
}

/** Nodes may serve a ledger that lacks calls which they knew as charged until now. The time of the ledger never goes back here. */
export function* acceptLoss({ actor }: Actor, { nowMs }: WriteMoment): Writing<null> {
  yield {
    sql: `INSERT INTO meta AS m (name, value) VALUES ('${MARKS_CLEARED}', $1)
          ON CONFLICT (name) DO UPDATE SET value = CASE WHEN m.value < excluded.value THEN excluded.value ELSE m.value + 1 END`,
    values: [nowMs],
  };
  yield { change: { actor, action: 'ledger.accept_loss', subject: 'ledger', detail: {} } };
  return null;
}

function* keepFigures(figures: Record<string, number>): Writing<null> {
  const sql = `INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
  for (const [name, value] of Object.entries(figures)) yield { sql, values: [name, value] };
  return null;
}

/** null before the first check. */
export function* readVerdict(): Reading<LedgerVerdict | null> {
  const of = yield* figuresOf('verified');
  const atMs = of('verified_at_ms');
  if (atMs === undefined) return null;
  return { atMs, entries: of('verified_entries') ?? 0, differences: of('verified_differences') ?? 0 };
}

/** null before the first backup. */
export const readBackedUpAt = () => readTime('backed_up_at_ms');

/** null where nothing was archived. */
export const readArchivedAt = () => readTime('archived_at_ms');

function* readTime(name: string): Reading<number | null> {
  const rows = yield { sql: 'SELECT value FROM meta WHERE name = $1', values: [name] };
  return (rows[0]?.value as number | undefined) ?? null;
}

/** null before the first drill. */
export function* readDrill(): Reading<StorageDrill | null> {
  const of = yield* figuresOf('drill');
  const atMs = of('drill_at_ms');
  return atMs === undefined ? null : { atMs, durationMs: of('drill_ms') ?? 0 };
}

function* figuresOf(prefix: string): Reading<(name: string) => number | undefined> {
  const rows = yield { sql: `SELECT name, value FROM meta WHERE name LIKE '${prefix}%'`, values: [] };
  return (name) => rows.find((row) => row.name === name)?.value as number | undefined;
}
