// Usage by any two dimensions. What daily sums and steps contain is added up from them, at the same cost for any number of calls. What
// they do not contain, such as failure codes, is counted call by call, up to a limit.
import { DAY_MS } from '../../domain/duration.ts';
import type { Micros } from '../../domain/money.ts';
import { STEP_DAYS_KEPT } from '../ledger/call-steps.ts';
import { Conditions, type Dialect, one, type Reading, type Row } from '../steps/reading.ts';
import { failedBelow, latestFailed } from './call-list.ts';
import { entryRangeOf, entryScopeOf } from './find-entries-by-time.ts';

export const DIMENSIONS = [
  'hour',
  'day',
  'account',
  'key',
  'project',
  'platform',
  'path',
  'provider',
  'failure',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface SliceInput {
  accountId?: string;
  /** A key of the account. */
  keyId?: string;
  /** Milliseconds; must be the start of a UTC day. */
  fromMs: number;
  toMs: number;
  /** One or two dimensions, without repetition. */
  by: readonly Dimension[];
}

export interface UsageSlice {
  /** One value for each dimension; empty when a call has none, such as the provider of an answer from memory. */
  groups: string[];
  /** Names of accounts, keys and projects; null for other dimensions. */
  names: (string | null)[];
  calls: number;
  failures: number;
  chargedMicros: Micros;
  costMicros: Micros;
}

export type SliceResult =
  | { kind: 'slices'; slices: UsageSlice[]; isCut: boolean }
  /** These dimensions are counted from calls, and there are more calls than the limit. */
  | { kind: 'too_many'; calls: number }
  /** Hours are only kept for about a week. */
  | { kind: 'too_old'; keptFromMs: number };

/** More than a person reads or a chart shows. */
const SLICES_MAX = 10_000;
/** Calls counted one by one: about half a second. */
const COUNTED_MAX = 100_000;

type Columns = Partial<Record<Dimension, string>>;

const sums = (calls: string, failures: string, charged: string, cost: string) =>
  `CAST(coalesce(sum(${calls}), 0) AS bigint) AS calls, CAST(coalesce(sum(${failures}), 0) AS bigint) AS failures,
   CAST(coalesce(sum(${charged}), 0) AS bigint) AS charged_micros, CAST(coalesce(sum(${cost}), 0) AS bigint) AS cost_micros`;

const isKnown = (columns: Columns, by: readonly Dimension[]) => by.every((one) => columns[one] !== undefined);

export function* readSlice(input: SliceInput, dialect: Dialect): Reading<SliceResult> {
  const ofDays: Columns = {
    day: 'u.day',
    // Expressions instead of plain columns make SQLite read only the requested days, and not all days in the sequence of an index.
    account: "u.account_id || ''",
    key: "u.key_id || ''",
    project: "coalesce(k.project_id, '')",
    platform: 'u.path',
    path: 'u.path',
  };
  if (isKnown(ofDays, input.by)) return yield* grouped(input, addUpDays(input, ofDays));
  const ofSteps: Columns = {
    day: dialect.dayOf('s.step_ms'),
    hour: dialect.hourOf('s.step_ms'),
    platform: 's.path',
    path: 's.path',
    provider: 's.provider',
  };
  if (input.accountId === undefined && isKnown(ofSteps, input.by)) return yield* fromSteps(input, ofSteps);
  return yield* countCalls(input, dialect);
}

interface Source {
  from: string;
  where: Conditions;
  columns: Columns;
  sums: string;
}

const dayText = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

function addUpDays({ accountId, keyId, fromMs, toMs, by }: SliceInput, columns: Columns): Source {
  const where = new Conditions()
    .add('u.day >= ?', dayText(fromMs))
    .add('u.day < ?', dayText(toMs))
    .addGiven('u.account_id = ?', accountId)
    .addGiven('u.key_id = ?', keyId);
  return {
    from: by.includes('project') ? 'usage_days u LEFT JOIN keys k ON k.id = u.key_id' : 'usage_days u',
    where,
    columns,
    sums: sums('u.calls', 'u.failures', 'u.charged_micros', 'u.cost_micros'),
  };
}

/** Steps that were added to their day still have providers, but no hours. */
function* fromSteps(input: SliceInput, columns: Columns): Reading<SliceResult> {
  const oldest = yield* one('SELECT min(step_ms) AS step_ms FROM call_steps');
  const keptMs =
    oldest?.step_ms == null ? input.toMs : Math.floor((oldest.step_ms as number) / DAY_MS) * DAY_MS;
  const isOld = input.by.includes('hour') && input.toMs - input.fromMs > STEP_DAYS_KEPT * DAY_MS;
  if (isOld) return { kind: 'too_old', keptFromMs: keptMs };
  const steps: Source = {
    from: 'call_steps s',
    where: new Conditions().add('s.step_ms >= ?', input.fromMs).add('s.step_ms < ?', input.toMs),
    columns,
    sums: sums('s.calls', 's.failed_calls', 's.charged_micros', 's.cost_micros'),
  };
  const recent = yield* grouped(input, steps);
  if (recent.kind !== 'slices' || input.by.includes('hour') || input.fromMs >= keptMs) return recent;
  const folded = yield* grouped(input, foldedDays(input));
  return folded.kind === 'slices'
    ? merged(recent.slices, folded.slices, recent.isCut || folded.isCut)
    : folded;
}

function foldedDays({ fromMs, toMs }: SliceInput): Source {
  return {
    from: 'provider_days p',
    where: new Conditions().add('p.day >= ?', dayText(fromMs)).add('p.day < ?', dayText(toMs)),
    columns: { day: 'p.day', platform: 'p.path', path: 'p.path', provider: 'p.provider' },
    sums: sums('p.attempts - p.failures', '0', 'p.charged_micros', 'p.cost_micros'),
  };
}

const NAMES: Columns = {
  account: '(SELECT n.name FROM accounts n WHERE n.id = g.',
  key: '(SELECT n.name FROM keys n WHERE n.id = g.',
  project: '(SELECT n.name FROM projects n WHERE n.id = g.',
};

function nameOf(dimension: Dimension, column: string): string {
  const name = NAMES[dimension];
  return name === undefined ? 'NULL' : `${name}${column})`;
}

function* grouped({ by }: SliceInput, { from, where, columns, sums }: Source): Reading<SliceResult> {
  const groups = by.map((dimension, i) => `${columns[dimension]} AS g${i}`);
  const places = by.map((_, i) => i + 1).join(', ');
  const names = by.map((dimension, i) => `${nameOf(dimension, `g${i}`)} AS n${i}`);
  const sql = `SELECT g.*, ${names.join(', ')} FROM (
                 SELECT ${[...groups, sums].join(', ')} FROM ${from} WHERE ${where}
                  GROUP BY ${places} ORDER BY ${places} LIMIT ${SLICES_MAX + 1}) AS g`;
  const rows = yield { sql, values: where.values };
  return merged(
    rows.map((row) => readRow(row, by)),
    [],
    rows.length > SLICES_MAX,
  );
}

/** Every billed path is `/api/<group>/v1/<platform>/…`. */
function groupText(dimension: Dimension, value: Row[string] | undefined): string {
  const text = String(value ?? '');
  return dimension === 'platform' ? (text.split('/')[4] ?? '') : text;
}

function readRow(row: Row, by: readonly Dimension[]): UsageSlice {
  return {
    groups: by.map((dimension, i) => groupText(dimension, row[`g${i}`])),
    names: by.map((_, i) => row[`n${i}`] as string | null),
    calls: row.calls as number,
    failures: row.failures as number,
    chargedMicros: row.charged_micros as Micros,
    costMicros: row.cost_micros as Micros,
  };
}

/** Adds up rows of the same groups: paths of one platform, and days of both tables. */
function merged(a: readonly UsageSlice[], b: readonly UsageSlice[], isCut: boolean): SliceResult {
  const all = new Map<string, UsageSlice>();
  for (const slice of [...a, ...b]) {
    const name = slice.groups.join('\0');
    const known = all.get(name);
    all.set(name, known === undefined ? slice : added(known, slice));
  }
  const slices = [...all].sort(([x], [y]) => (x < y ? -1 : 1)).map(([, slice]) => slice);
  return { kind: 'slices', slices: slices.slice(0, SLICES_MAX), isCut };
}

function added(a: UsageSlice, b: UsageSlice): UsageSlice {
  return {
    ...a,
    calls: a.calls + b.calls,
    failures: a.failures + b.failures,
    chargedMicros: (a.chargedMicros + b.chargedMicros) as Micros,
    costMicros: (a.costMicros + b.costMicros) as Micros,
  };
}

/** A call counts with the attempts of its last opening, and for the provider that answered. */
function* countCalls(input: SliceInput, dialect: Dialect): Reading<SliceResult> {
  const columns: Columns = {
    hour: dialect.hourOf('c.finished_at_ms'),
    day: dialect.dayOf('c.finished_at_ms'),
    account: 'c.account_id',
    key: 'c.key_id',
    project: "coalesce(c.project_id, '')",
    platform: 'c.path',
    path: 'c.path',
    provider: dialect.providerOf('c.attempts'),
    failure: "coalesce(c.failure_code, '')",
  };
  const places = yield* entryRangeOf(entryScopeOf(input), input);
  const calls = places.behind - places.first;
  if (calls > COUNTED_MAX) return { kind: 'too_many', calls: COUNTED_MAX };
  const cost = dialect.costOf('c.attempts');
  const charges = yield* grouped(input, {
    from: `entries e ${dialect.callOfEntry}`,
    where: chargesOf(input, places),
    columns,
    sums: sums('1', '0', 'c.charged_micros', cost),
  });
  const failed = yield* grouped(input, {
    from: 'calls c',
    where: failedBelow(input, latestFailed(input)).addGiven('c.key_id = ?', input.keyId),
    columns,
    sums: sums('0', '1', '0', cost),
  });
  if (charges.kind !== 'slices' || failed.kind !== 'slices') return charges;
  return merged(charges.slices, failed.slices, charges.isCut || failed.isCut);
}

function chargesOf(input: SliceInput, { first, behind }: { first: number; behind: number }): Conditions {
  const { column } = entryScopeOf(input);
  return new Conditions()
    .addPlain("e.kind = 'charge' AND c.seq = e.call_seq")
    .add(`e.${column} >= ?`, first)
    .add(`e.${column} < ?`, behind)
    .addGiven('e.account_id = ?', input.accountId)
    .addGiven('c.key_id = ?', input.keyId)
    .add('e.at_ms >= ?', input.fromMs)
    .add('e.at_ms < ?', input.toMs);
}
