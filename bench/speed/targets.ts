// Owns what Reelgate promises of its speed, as bounds on figures of one run. A figure that the run did not take leaves its
// target open: neither met nor missed.
import { type Results, rowOf, type SingleName } from './results.ts';

export interface Target {
  what: string;
  bound: string;
  /** null when this run did not measure it. */
  found: number | null;
  unit: string;
  isMet: boolean | null;
}

type Read = (results: Results) => number | null;

const finite = (value: number | null | undefined) =>
  value === null || value === undefined || !Number.isFinite(value) ? null : value;

/** CPU per call against the Fastify gateway, within one round. */
const ratio =
  (id: string): Read =>
  (results) =>
    finite(rowOf(results, id)?.ratio);

/** CPU per call of one row against that of another. */
const against =
  (id: string, other: string): Read =>
  (results) =>
    finite((rowOf(results, id)?.cpuMicros ?? Number.NaN) / (rowOf(results, other)?.cpuMicros ?? Number.NaN));

const single =
  (name: SingleName): Read =>
  ({ singles }) =>
    finite(singles[name]);

const share =
  (name: SingleName, of: SingleName): Read =>
  ({ singles }) =>
    finite((singles[name] ?? Number.NaN) / (singles[of] ?? Number.NaN));

/** The worst of the rows that differ from the smallest ledger in their keys alone, against it. */
const moreKeys: Read = ({ sections }) => {
  const section = sections.find(({ id }) => id === 'growth');
  const rows = section?.rows.filter(({ id }) => id.endsWith('-0') && id !== section.base) ?? [];
  return rows.length === 0 ? null : finite(Math.max(...rows.map((row) => row.ratio)));
};

/** The row with stored calls against the one with as many keys and none. */
const moreCalls: Read = (results) => {
  const rows = results.sections.find(({ id }) => id === 'growth')?.rows ?? [];
  const filled = rows.find(({ id }) => !id.endsWith('-0'));
  return filled === undefined ? null : against(filled.id, filled.id.replace(/-\d+$/, '-0'))(results);
};

interface Bound {
  what: string;
  read: Read;
  unit: string;
  atMost?: number;
  atLeast?: number;
}

const BOUNDS: Bound[] = [
  { what: 'live, SQLite: CPU against Fastify', read: ratio('sqlite-live'), unit: '×', atMost: 1.6 },
  {
    what: 'live, SQLite: CPU against Fastify + insert',
    read: against('sqlite-live', 'fast-insert'),
    unit: '×',
    atMost: 1,
  },
  { what: 'cached, SQLite: CPU against Fastify', read: ratio('sqlite-cached'), unit: '×', atMost: 0.7 },
  { what: 'replayed, SQLite: CPU against Fastify', read: ratio('sqlite-replay'), unit: '×', atMost: 0.5 },
  { what: '401: CPU against Fastify', read: ratio('sqlite-401'), unit: '×', atMost: 0.5 },
  { what: '402: CPU against Fastify', read: ratio('sqlite-402'), unit: '×', atMost: 0.5 },
  { what: '429: CPU against Fastify', read: ratio('sqlite-429'), unit: '×', atMost: 0.5 },
  {
    what: 'live, PostgreSQL: CPU against SQLite',
    read: against('postgres-live', 'sqlite-live'),
    unit: '×',
    atMost: 1.3,
  },
  { what: 'p99 added at half load, SQLite', read: single('addedP99MsSqlite'), unit: 'ms', atMost: 3 },
  { what: 'p99 added at half load, PostgreSQL', read: single('addedP99MsPostgres'), unit: 'ms', atMost: 6 },
  { what: 'CPU with many keys in turn, one = 1', read: moreKeys, unit: '×', atMost: 1.15 },
  { what: 'CPU with many stored calls, none = 1', read: moreCalls, unit: '×', atMost: 1.15 },
  { what: 'refusals at 3 × saturation, p99', read: single('overloadRefusalP99Ms'), unit: 'ms', atMost: 5 },
  {
    what: 'goodput at 3 × saturation, of peak',
    read: share('overloadGoodput', 'overloadPeak'),
    unit: '×',
    atLeast: 0.9,
  },
  { what: 'memory after 1 M calls', read: single('memoryLastMb'), unit: 'MB', atMost: 200 },
  {
    what: 'memory after 1 M calls, after 100 k = 1',
    read: share('memoryLastMb', 'memoryFirstMb'),
    unit: '×',
    atMost: 1.1,
  },
  { what: 'launch to first answer', read: single('launchMs'), unit: 'ms', atMost: 1_000 },
  { what: 'ledger after the run, differences', read: single('ledgerDifferences'), unit: '', atMost: 0 },
];

export function judge(results: Results): Target[] {
  return BOUNDS.map(({ what, read, unit, atMost = Infinity, atLeast = -Infinity }) => {
    const found = read(results);
    const bound = Number.isFinite(atMost) ? `≤ ${atMost}` : `≥ ${atLeast}`;
    const isMet = found === null ? null : found <= atMost && found >= atLeast;
    return { what, bound: `${bound} ${unit}`.trim(), found, unit, isMet };
  });
}
