// Every parameter that narrows a list, a report, an export or a feed does so: alone, with every other, page by page and as CSV. The
// routes and their parameters come from openapi.json; one that is not tried here makes these tests fail. What a parameter lets through is
// decided by the rows of the list without it, so a parameter that is read and then forgotten, or compared with the wrong field, is noticed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Servers, startServers } from '../http/testing/servers.ts';
import { accountOf, fillBothSides, paymentsOfDays, SIDES, type Side } from '../testing/both-sides.ts';
import { documentedOperations, isAdmin, type Operation, targetOf } from '../testing/documented-operations.ts';
import {
  ALWAYS,
  APART,
  betweenDays,
  byId,
  DAYS,
  distinct,
  hasNarrowing,
  isPaged,
  isText,
  LIMIT_MAX,
  type List,
  lists,
  NAMES,
  NARROWINGS,
  type Narrowing,
  NO_LISTS,
  namesOf,
  narrowingNames,
  narrowingOf,
  numberOf,
  OTHERWISE,
  type Query,
  type Row,
} from '../testing/narrowed-lists.ts';

/** Parameters with one value that narrows; the others must have two, with different rows. */
const ONE_SIDED = new Set(['from', 'to', 'late', 'after', 'before']);
/** More pages than any list here has rows. */
const PAGES_MAX = 300;

let servers: Servers;
let secrets: Record<Side, string>;

async function get(list: Operation & Partial<List>, query: Query = {}) {
  const target = targetOf(list, { path: NAMES, query: { ...list.always, ...query } });
  const ofAdmin = isAdmin(list);
  const port = ofAdmin ? servers.adminPort : servers.publicPort;
  const authorization = `Bearer ${ofAdmin ? servers.adminToken : secrets.alpha}`;
  const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { authorization } });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  expect(list.complaint(response.status, type, text), target).toBeNull();
  return { status: response.status, text, target };
}

/** The first list of objects in the answer. */
function rowsIn(body: Row): Row[] {
  const found = Object.values(body).filter((value): value is Row[] => Array.isArray(value));
  return found.find((rows) => rows.every((row) => typeof row === 'object')) ?? [];
}

async function read(list: List, query: Query = {}): Promise<Row> {
  const { status, text, target } = await get(list, query);
  expect(status, `${target}: ${text}`).toBe(200);
  return JSON.parse(text) as Row;
}

const largest = (list: List): Query => (isPaged(list) ? { limit: String(LIMIT_MAX) } : {});

async function rowsOf(list: List, query: Query = {}): Promise<Row[]> {
  return rowsIn(await read(list, { ...largest(list), ...query }));
}

/** The same rows, whatever their order. */
const inAnyOrder = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort();

function expectRows(found: readonly Row[], wanted: readonly Row[], what: string): void {
  expect(inAnyOrder(found), what).toEqual(inAnyOrder(wanted));
}

/** A few values from both ends: of a hundred, all would be tried alike. */
const someOf = (values: readonly string[], count: number) =>
  distinct([...values.slice(0, count), ...values.slice(-count)]);

beforeAll(async () => {
  servers = await startServers(
    {},
    () => null,
    paymentsOfDays(() => servers.world.clock.nowMs()),
  );
  secrets = await fillBothSides(servers.world, async () => {
    betweenDays.newerCursor = (await read(byId('adminListCalls'), { limit: '1' })).newer_cursor;
  });
});
afterAll(() => servers.close());

test('every parameter of every list is tried here, and nothing is tried that no list has', () => {
  const untried = lists.flatMap((list) =>
    narrowingNames(list)
      .filter((name) => narrowingOf(list, name) === undefined)
      .map((name) => `${list.id} ${name}`),
  );
  expect(untried).toEqual([]);
  const all = documentedOperations();
  const known = all.flatMap((list) => namesOf(list).map((name) => `${list.id} ${name}`));
  const special = Object.entries(OTHERWISE).flatMap(([id, of]) =>
    Object.keys(of).map((name) => `${id} ${name}`),
  );
  expect([...APART, ...special].filter((one) => !known.includes(one))).toEqual([]);
  const ids = all.map(({ id }) => id);
  expect([...NO_LISTS, ...Object.keys(ALWAYS)].filter((id) => !ids.includes(id))).toEqual([]);
  const used = new Set(lists.flatMap(narrowingNames));
  expect(Object.keys(NARROWINGS).filter((name) => !used.has(name))).toEqual([]);
});

describe('with one parameter a list has the rows that have its value, and no others', () => {
  test.each(
    lists
      .filter(hasNarrowing)
      .flatMap((list) => narrowingNames(list).map((name) => [list.title, name, list] as const)),
  )('%s %s', async (_id, name, list) => {
    const narrowing = narrowingOf(list, name)!;
    const all = await rowsOf(list);
    const values = someOf(narrowing.values(all), 3);
    const kept = values.map((value) => all.filter((row) => narrowing.lets(row, value)));
    // Otherwise a list that ignores the parameter, or answers for another value, would pass.
    expect(kept.every((rows) => rows.length > 0)).toBe(true);
    const narrower = kept.filter((rows) => rows.length < all.length).map((rows) => JSON.stringify(rows));
    expect(new Set(narrower).size).toBeGreaterThanOrEqual(ONE_SIDED.has(name) ? 1 : 2);
    for (const [i, value] of values.entries())
      expectRows(await rowsOf(list, { [name]: value }), kept[i]!, `${name}=${value}`);
  });
});

/** Two values of each parameter, from both ends of the list. */
const endsOf = (narrowing: Narrowing, all: readonly Row[]) => someOf(narrowing.values(all), 1);

describe('with two parameters a list has the rows that both let through; where there are none, it may be refused', () => {
  const several = lists.filter((list) => narrowingNames(list).length > 1);
  test.each(several.map((list) => [list.title, list] as const))('%s', async (_id, list) => {
    const all = await rowsOf(list);
    const given = narrowingNames(list).flatMap((name) => {
      const narrowing = narrowingOf(list, name)!;
      return endsOf(narrowing, all).map((value) => ({
        name,
        value,
        lets: (row: Row) => narrowing.lets(row, value),
      }));
    });
    for (const [i, one] of given.entries()) {
      for (const other of given.slice(i + 1).filter(({ name }) => name !== one.name)) {
        const wanted = all.filter((row) => one.lets(row) && other.lets(row));
        const query = { ...largest(list), [one.name]: one.value, [other.name]: other.value };
        const { status, text, target } = await get(list, query);
        if (wanted.length > 0) expect(status, `${target}: ${text}`).toBe(200);
        if (status === 200) expectRows(rowsIn(JSON.parse(text)), wanted, target);
      }
    }
  });
});

/** The query without a parameter, and with one value of each. */
async function queriesOf(list: List): Promise<Query[]> {
  const all = await rowsOf(list);
  const narrowed = narrowingNames(list).flatMap((name) => {
    const value = narrowingOf(list, name)!.values(all).at(-1);
    return value === undefined ? [] : [{ [name]: value }];
  });
  return [{}, ...narrowed];
}

/** Where the next page goes on; null at the end. */
function nextOf(query: Query, body: Row): Query | null {
  if ('next_cursor' in body) return body.next_cursor === null ? null : { cursor: body.next_cursor };
  const last = rowsIn(body).at(-1);
  if (last === undefined) return null;
  return { ['before' in query ? 'before' : 'after']: String(numberOf(last)) };
}

async function walk(list: List, query: Query): Promise<Row[]> {
  const rows: Row[] = [];
  let next: Query | null = {};
  for (let pages = 0; next !== null; pages++) {
    expect(pages, `pages of ${list.id}`).toBeLessThan(PAGES_MAX);
    const body: Row = await read(list, { ...query, limit: '1', ...next });
    const found = rowsIn(body);
    expect(found.filter(({ state }) => state !== 'held' || list.id === 'adminListHolds').length).toBeLessThan(
      2,
    );
    rows.push(...found);
    next = nextOf(query, body);
  }
  return rows;
}

describe('a list that is read row by row has the same rows in the same order, with every parameter', () => {
  test.each(lists.filter(isPaged).map((list) => [list.title, list] as const))('%s', async (_id, list) => {
    const queries = await queriesOf(list);
    for (const query of queries) {
      const whole = await rowsOf(list, query);
      expect(await walk(list, query), JSON.stringify(query)).toEqual(whole);
      if (query === queries[0]) expect(whole.length).toBeGreaterThan(1);
    }
  });
});

const TIMES = [
  'at',
  'timestamp',
  'due_at',
  'finished_at',
  'closed_at',
  'created_at',
  'wanted_at',
  'withdrawn_at',
  'opened_at',
];

/** By the time that the rows of this list have; null, of a call that runs, is the latest. */
function timesOf(rows: readonly Row[]): number[] {
  const field = TIMES.find((name) => rows.some((row) => isText(row[name])))!;
  return rows.map((row) => (row[field] === null ? Number.POSITIVE_INFINITY : Date.parse(row[field])));
}

describe('a list is in the order that its summary says', () => {
  const ordered = lists.filter(
    (list) => isPaged(list) && /(newest|oldest|earliest) first/.test(list.summary),
  );
  test.each(ordered.map((list) => [list.title, list] as const))('%s', async (_id, list) => {
    const times = timesOf(await rowsOf(list));
    expect(new Set(times).size).toBeGreaterThan(1);
    const sorted = times.toSorted((a, b) => a - b);
    expect(times).toEqual(list.summary.includes('newest first') ? sorted.reverse() : sorted);
  });
});

/** The rows of a CSV, each cell by its column. All cells are quoted. */
function csvRows(text: string): Row[] {
  const [head = '', ...lines] = text.split('\r\n').slice(0, -1);
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.slice(1, -1).split('","');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]!.replaceAll('""', '"')]));
  });
}

/** The fields of a row that the CSV has too, as it writes them. */
const asCells = (row: Row, columns: readonly string[]) =>
  Object.fromEntries(columns.filter((name) => name in row).map((name) => [name, String(row[name] ?? '')]));

describe('a list as CSV has the same rows as in JSON, with every parameter', () => {
  const asCsv = lists.filter(({ parameters }) =>
    parameters.some(({ name, schema }) => name === 'format' && schema.enum?.includes('csv')),
  );
  test.each(asCsv.filter(hasNarrowing).map((list) => [list.title, list] as const))(
    '%s',
    async (_id, list) => {
      for (const query of await queriesOf(list)) {
        const { text, target } = await get(list, { ...query, format: 'csv' });
        const cells = csvRows(text);
        const columns = Object.keys(cells[0]!);
        const wanted = (await rowsOf(list, query)).map((row) => asCells(row, columns));
        expect(Object.keys(wanted[0]!).length, target).toBeGreaterThan(3);
        expect(
          cells.map((row) => asCells(row, Object.keys(wanted[0]!))),
          target,
        ).toEqual(wanted);
      }
    },
  );
});

test('the export of a collection has the records of its items', async () => {
  const { text } = await get(documentedOperations().find(({ id }) => id === 'exportCollection')!);
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(records).toEqual((await rowsOf(byId('listCollectionItems'))).map(({ record }) => record));
});

test.each(['adminListEvents', 'adminListWebhooks'])(
  "%s has one account's, or the operator's, and nobody else's",
  async (id) => {
    const lists = await Promise.all([...SIDES].map((side) => rowsOf(byId(id), { account: side })));
    const ids = lists.map((rows) => rows.map((row) => row.id as string));
    for (const [i, side] of SIDES.entries()) {
      expect(ids[i]!.length).toBeGreaterThan(0);
      expect(ids[i]!.filter((one) => !one.includes(side))).toEqual([]);
      expect(ids[i]).toEqual((await rowsOf(byId(id), { account: accountOf(side) })).map((row) => row.id));
    }
  },
);

test('payments are compared for as many days as were asked for', async () => {
  const compared = async (days: string) => (await read(byId('adminComparePayments'), { days })).payments;
  expect([await compared('1'), await compared('4'), await compared('6')]).toEqual([1, 1, 2]);
});

const sumOf = (rows: readonly Row[], name: string) =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[name]) * 1e6, 0));
/** What a report says of these calls. */
function figuresOf(calls: readonly Row[]) {
  const settled = calls.filter(({ state }) => state === 'settled');
  return {
    calls: settled.length,
    failures: calls.length - settled.length,
    charged: sumOf(settled, 'charged'),
  };
}
const shownFigures = ({ calls, failures, charged }: Row) => ({
  ...{ calls, failures, charged: Math.round(Number(charged) * 1e6) },
});

test('the totals of a list of calls are the sums over all calls that every parameter lets through', async () => {
  const list = byId('adminListCalls');
  for (const query of await queriesOf(list)) {
    // It asks for what is new in a list; the totals are those of the list.
    if ('after' in query) continue;
    const ended = (await rowsOf(list, query)).filter(({ state }) => state !== 'held');
    const { totals } = await read(list, { ...query, totals: 'true', limit: '1' });
    expect(shownFigures(totals), JSON.stringify(query)).toEqual(figuresOf(ended));
  }
});

/** The value of a call in each dimension of a report. */
const DIMENSION: Record<string, (call: Row) => string> = {
  hour: ({ finished_at }) => `${finished_at.slice(0, 13)}:00:00.000Z`,
  day: ({ finished_at }) => finished_at.slice(0, 10),
  account: ({ account_id }) => account_id,
  key: ({ key_id }) => key_id,
  project: ({ project_id }) => project_id,
  platform: ({ platform }) => platform,
  path: ({ path }) => path,
  // Of the provider that answered.
  provider: ({ state, provider }) => (state === 'settled' ? provider : ''),
  failure: ({ failure }) => failure ?? '',
};

/** The values that `by` takes: one dimension, or two. */
function dimensionsOf({ parameters }: Operation): string[] {
  const { schema } = parameters.find(({ name }) => name === 'by')!;
  if (schema.enum !== undefined) return schema.enum as string[];
  const single = /^\^\(([\w|]+)\)/.exec(String(schema.pattern))![1]!.split('|');
  return [...single, ...single.slice(1).map((name, i) => `${single[i]},${name}`)];
}

describe('a report has one row for each value that its calls have, with the sums of these calls', () => {
  const reports = lists.filter((list) => byId(list.id) === list && namesOf(list).includes('by'));
  const cases = reports.flatMap((one) => dimensionsOf(one).map((by) => [one.id, by, one] as const));
  test.each(cases)('%s by %s', async (_id, by, list) => {
    const query: Query = isAdmin(list) ? {} : { account: 'alpha' };
    const calls = (await rowsOf(byId('adminListCalls'), query)).filter(({ state }) => state !== 'held');
    const groups = Map.groupBy(calls, (call) =>
      by
        .split(',')
        .map((name) => DIMENSION[name]!(call))
        .join(' '),
    );
    // Hours are kept for a week.
    const shown = await rowsOf(list, { by, from: DAYS[0]! });
    const found = shown.map((row) => [(row.groups ?? [row.group]).join(' '), shownFigures(row)]);
    const wanted = [...groups].map(([name, of]) => [name, figuresOf(of)]);
    expect(groups.size).toBeGreaterThan(1);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  });
});

describe('the totals of a report are the sums of its rows, with every parameter', () => {
  test.each(['getUsage', 'adminGetUsage', 'adminSliceUsage', 'adminGetProviderUsage'])('%s', async (id) => {
    for (const query of await queriesOf(byId(id))) {
      const body = await read(byId(id), query);
      const names = Object.keys(body.totals).filter((name) => name !== 'average_ms');
      for (const rows of [rowsIn(body), body.providers ?? rowsIn(body)])
        for (const name of names)
          expect(sumOf(rows, name), `${name} with ${JSON.stringify(query)}`).toBe(sumOf([body.totals], name));
    }
  });
});
