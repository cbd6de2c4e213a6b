// Every list of the gateway that can be narrowed, and what each parameter lets through, decided by the rows of the list without it. The
// lists and their parameters come from openapi.json. The rows are those of both-sides.ts.
import { DAY_MS } from '../domain/duration.ts';
import { gatheredPrefix } from '../domain/request-id.ts';
import { START_MS } from '../verb/testing/world.ts';
import { accountOf, idOf, sideAndDayOf } from './both-sides.ts';
import { documentedOperations, isDataRoute, type Operation } from './documented-operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every list.
export type Row = Record<string, any>;
export type Query = Record<string, string>;

/** What one parameter lets through. */
export interface Narrowing {
  /** Values to try, found in the rows of the list without it. */
  values(rows: readonly Row[]): string[];
  lets(row: Row, value: string): boolean;
}

/** Routes that answer one question. Their parameters are the question. */
export const NO_LISTS = new Set([
  ...['resolveUrl', 'listSuggestions', 'getQuote', 'picture', 'adminLookUp', 'exportCollection'],
]);
/** They choose the page, its size, its form, or how long to wait for it. */
const NO_NARROWING = new Set(['cursor', 'limit', 'format', 'wait']);

export const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
export const isText = (value: unknown): value is string => typeof value === 'string';

/** The rows in which the field is the value, or contains it. */
const equals = (fieldOf: (row: Row) => unknown): Narrowing => ({
  values: (rows) => distinct(rows.flatMap(fieldOf)).filter(isText),
  lets: (row, value) => [fieldOf(row)].flat().includes(value),
});

const above = (numberOf: (row: Row) => number): Narrowing => ({
  values: (rows) => rows.slice(0, 2).map((row) => String(numberOf(row))),
  lets: (row, value) => numberOf(row) > Number(value),
});

/** The number of an item or an event; a picture names its item in its address. */
export const numberOf = ({ number, sequence, url }: Row): number =>
  number ?? sequence ?? Number(url.split('-').at(-1));

/** A row of a report names its path. */
const pathOf = ({ path, group, groups }: Row): string => path ?? group ?? groups[0];
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
export const DAYS = [utcDay(START_MS), utcDay(START_MS + DAY_MS)];
const dayOfPath = (row: Row) => DAYS[sideAndDayOf(pathOf(row)).day]!;
const isReportRow = (row: Row) => row.at === undefined && row.opened_at === undefined;
/** Null while a call runs. */
const dayOf = (row: Row): string | null => {
  if (isReportRow(row)) return dayOfPath(row);
  return 'at' in row ? row.at.slice(0, 10) : (row.finished_at?.slice(0, 10) ?? null);
};
/** A running call has no end yet: it comes after every time. */
const RUNS = '9';
const endsOf = (rows: readonly Row[]): string[] =>
  distinct(rows.map(({ finished_at }) => finished_at))
    .filter(isText)
    .sort();
const daysOf = (rows: readonly Row[]) => distinct(rows.map(dayOf)).filter(isText).sort();

/** The account of a row by its id or its name. */
const accountIn = (row: Row) => row.account_id ?? accountOf(sideAndDayOf(pathOf(row)).side);
const lateSeconds = ({ late_by_s, late_seconds }: Row) => late_by_s ?? late_seconds ?? 0;

/** By the name of the parameter. */
export const NARROWINGS: Record<string, Narrowing> = {
  account: {
    values: () => [accountOf('alpha'), 'beta', accountOf('beta')],
    lets: (row, value) => [value, `acc_${value}`].includes(accountIn(row)),
  },
  key: equals(({ key_id }) => key_id),
  path: equals(({ path }) => path),
  platform: equals(({ platform }) => platform),
  provider: equals(({ providers }) => providers),
  state: equals(({ state }) => state),
  kind: equals(({ kind }) => kind),
  month: equals(({ month }) => month),
  failure: equals(({ failure }) => failure),
  subject: equals(({ subject }) => subject),
  action: equals(({ action }) => action),
  actor: equals(({ actor }) => actor),
  from: { values: daysOf, lets: (row, value) => (dayOf(row) ?? RUNS) >= value },
  to: { values: daysOf, lets: (row, value) => (dayOf(row) ?? RUNS) <= value },
  search: {
    values: (rows) => rows.slice(0, 2).flatMap(({ name, id }) => [name.slice(1).toUpperCase(), id]),
    lets: ({ name, id }, value) => name.toLowerCase().includes(value.toLowerCase()) || id === value,
  },
  late: { values: () => ['true'], lets: (row) => row.late ?? lateSeconds(row) > 60 },
  of: {
    values: (rows) =>
      distinct(rows.map(({ request_id }) => request_id.split('-')[1])).filter((id) => gatheredPrefix(id)),
    lets: ({ request_id }, value) => request_id.startsWith(gatheredPrefix(value)!),
  },
  after: above(numberOf),
  before: {
    values: (rows) => rows.slice(-2).map((row) => String(numberOf(row))),
    lets: (row, value) => numberOf(row) < Number(value),
  },
};

/** What an answer between the two days said. */
export const betweenDays = { newerCursor: '' };

/** Of one route, where the name means something else. */
export const OTHERWISE: Record<string, Record<string, Narrowing>> = {
  adminListCalls: {
    // A day is included as a whole; a time as the end is not.
    from: {
      values: (rows) => [...daysOf(rows), ...endsOf(rows)],
      lets: ({ finished_at }, value) => (finished_at ?? RUNS) >= value,
    },
    to: {
      values: (rows) => [...daysOf(rows), ...endsOf(rows).slice(1)],
      lets: ({ finished_at }, value) => (finished_at ?? RUNS) < (value.includes('T') ? value : `${value}T~`),
    },
    after: {
      values: () => [betweenDays.newerCursor],
      lets: ({ state, finished_at }) => state === 'held' || finished_at >= DAYS[1]!,
    },
  },
};

/**
 * Sent with every request of a route, so that each row has what its narrowings need: one list of the route for each. Reports are added up
 * from days, from steps or from calls, depending on what they are by.
 */
export const ALWAYS: Record<string, Query[]> = {
  getUsage: [{ by: 'path' }],
  sliceUsage: [{ by: 'path' }, { by: 'path,failure' }],
  adminGetUsage: [{ by: 'path' }],
  adminSliceUsage: [
    { by: 'path' },
    { by: 'path,provider' },
    { by: 'path,failure' },
    { by: 'path,hour', from: DAYS[0]! },
  ],
  adminListEvents: [{ account: 'alpha' }],
};

/** In paths. */
export const NAMES: Query = {
  account: 'alpha',
  watch: idOf('wat', 'alpha', 0, 'paused'),
  collection: idOf('col', 'alpha', 0, 'done'),
};

/** Parameters whose rows are not among those of the list without them. Each has a test of its own below. */
export const APART = new Set([
  'adminListEvents account',
  'adminListWebhooks account',
  'adminComparePayments days',
  'adminListCalls totals',
  ...['getUsage', 'sliceUsage', 'adminGetUsage', 'adminSliceUsage'].map((id) => `${id} by`),
]);

export const LIMIT_MAX = 500;

/** One list of a route. */
export interface List extends Operation {
  /** For the names of tests. */
  title: string;
  always: Query;
}

export const lists: List[] = documentedOperations()
  .filter(({ id, method, path }) => method === 'GET' && !isDataRoute({ path }) && !NO_LISTS.has(id))
  .flatMap((operation) =>
    (ALWAYS[operation.id] ?? [{}]).map((always) => ({
      ...operation,
      always,
      title: [operation.id, ...Object.values(always)].join(' '),
    })),
  );
export const namesOf = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
export const narrowingNames = (operation: Operation) =>
  namesOf(operation).filter((name) => !NO_NARROWING.has(name) && !APART.has(`${operation.id} ${name}`));
export const narrowingOf = ({ id }: Operation, name: string) => OTHERWISE[id]?.[name] ?? NARROWINGS[name];
export const hasNarrowing = (operation: Operation) => narrowingNames(operation).length > 0;
export const isPaged = (operation: Operation) => namesOf(operation).includes('limit');
export const byId = (id: string) => lists.find((one) => one.id === id)!;
