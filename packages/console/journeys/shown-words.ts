// How pages write values, for the tables of what they show. The formats themselves have tests of their own; here only the right value must
// meet the right label. Words are those of the English pages.
import { moneyFormat, parseMicros, toDecimal } from '../src/money/money.ts';
import { writeMs } from '../src/time/time.ts';
import type { Json } from './distinct.ts';

const LOCALE = 'en-GB';
const money = moneyFormat(LOCALE, 'USD');

export const exact = (decimal: string) => money.exact(parseMicros(decimal));
export const sum = (decimal: string) => money.sum(parseMicros(decimal));
export const count = (value: number) => new Intl.NumberFormat(LOCALE).format(value);
export const ms = (value: number) => writeMs(value, LOCALE);
export const percent = (share: number, places = 1) =>
  new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: places }).format(share);
/** As the API writes a sum of amounts. */
export const added = (...decimals: string[]) =>
  toDecimal(decimals.reduce((all, one) => all + parseMicros(one), 0n));
const minus = (decimal: string) => toDecimal(-parseMicros(decimal));
/** The amounts of one column, all with as many places as the finest. */
export const columnOf = (rows: Json[], name: string) => {
  const write = money.column(rows.map((row) => parseMicros(row[name])));
  return (row: Json) => write(parseMicros(row[name]));
};

export const NONE = '–';
export const STATUSES: Json = {
  active: 'Active',
  disabled: 'Disabled',
  closed: 'Closed',
  revoked: 'Revoked',
};
export const STATES: Json = {
  ...{ held: 'Running', settled: 'Charged', released: 'Not charged', expired: 'Expired, not charged' },
};
const KINDS: Json = { topup: 'Top-up', charge: 'Charge', refund: 'Refund', adjustment: 'Adjustment' };
const GRANTS: Json = { promo: 'Promo credit', goodwill: 'Goodwill', paid: 'Paid credit' };
const WINDOWS: Json = { day: 'today', month: 'this month', total: 'in total' };

/** What a page is expected to show: text, or a pattern where it contains the present time. */
export type Value = string | RegExp;
export interface ExpectedTable {
  rows: Json[];
  id: (row: Json) => string;
  columns: Record<string, (row: Json) => Value>;
  /** Without the columns that have no total. */
  totals?: Record<string, string>;
}
/** By label; false for one that is not shown now. */
export type Facts = Record<string, Value | false>;
export interface Expected {
  facts?: Facts;
  tables?: Record<string, ExpectedTable>;
  /** What the fields of forms hold before anything is typed, by label; those that are empty are left out. */
  fields?: Record<string, Value>;
  /** Sentences with figures of their own. */
  says?: readonly string[];
}

export const rate = ({ requests, per_seconds, concurrent }: Json) =>
  `${count(requests)} in ${count(per_seconds)} s, ${count(concurrent)} at once`;
export const caps = (list: Json[]) =>
  list.length === 0
    ? 'no cap'
    : list
        .map(({ spent, limit, window, scope }) =>
          [`${sum(spent)} of ${sum(limit)} ${WINDOWS[window]}`, scope === 'project' && '· project']
            .filter(Boolean)
            .join(' '),
        )
        .join(' ');
export const spentOf = (spent: string, budget: string | null, rest = '') =>
  budget === null ? /./ : `${exact(spent)} of ${exact(budget)}${rest}`;
export const watchSpent = ({ spent, budget }: Json) => spentOf(spent.month, budget.month, ' this month');
export const progress = ({ items, items_max }: Json) => `${count(items)} of ${count(items_max)}`;
const outcome = (run: Json) => `${count(run.items)}${run.gap ? ' gap' : ''}`;
export const asked = (of: Json) => of.parameters.map(({ name, value }: Json) => `${name} ${value}`).join(' ');
export const nothing = () => '';
/** Ordinary money pays what no grant paid. */
export const paidWith = ({ charged, refunded, paid_from: from }: Json, rest: string) => {
  const granted = from.map(({ kind, amount }: Json) => `${GRANTS[kind]} ${exact(amount)}`);
  const left = added(charged, minus(refunded), ...from.map(({ amount }: Json) => minus(amount)));
  return [...granted, ...(parseMicros(left) > 0n ? [`${rest} ${exact(left)}`] : [])].join(' · ');
};

// Tables that both apps have.

export const byId = (row: Json) => String(row.id);

export const entriesTable = (rows: Json[], more: ExpectedTable['columns'] = {}): ExpectedTable => ({
  rows,
  id: byId,
  columns: {
    time: (row) => row.at,
    kind: (row) => KINDS[row.kind],
    amount: (row) => exact(row.amount),
    after: (row) => exact(row.balance_after),
    about: (row) => row.request_id ?? row.reference ?? NONE,
    reason: (row) => row.reason ?? NONE,
    ...more,
  },
});

export const grantsTable = (rows: Json[]): ExpectedTable => ({
  rows,
  id: byId,
  columns: {
    kind: (row) => GRANTS[row.kind],
    remaining: (row) => exact(row.remaining),
    expires: (row) => row.expires_at ?? 'never',
    given: (row) => exact(row.amount),
    reason: (row) => row.reason,
  },
});

/** A collection that ended with questions that were not asked says so. */
export const collectionState = (of: Json): string =>
  of.questions > 1 && of.questions_unasked > 0
    ? `${of.state} · ${count(of.questions_unasked)} of ${count(of.questions)} questions not asked`
    : of.state;

export const collectionsTable = (rows: Json[], more: ExpectedTable['columns'] = {}): ExpectedTable => ({
  rows,
  id: byId,
  columns: {
    question: (row) => row.query.keyword,
    platform: (row) => row.platform,
    state: collectionState,
    items: progress,
    spent: (row) => spentOf(row.charged, row.budget),
    created: (row) => row.created_at,
    ...more,
  },
});

export const watchesTable = (rows: Json[], more: ExpectedTable['columns']): ExpectedTable => ({
  rows,
  id: byId,
  columns: {
    question: (row) => row.name,
    state: (row) => row.state,
    next: (row) => row.next_run_at,
    items: (row) => count(row.items),
    last: (row) => outcome(row.last_run),
    spent: watchSpent,
    ...more,
  },
});

export const runsTable = (rows: Json[]): ExpectedTable => ({
  rows,
  id: (row) => String(row.number),
  columns: {
    at: (row) => (row.late_seconds > 0 ? new RegExp(`^${row.at} · .*${count(row.late_seconds)}`) : row.at),
    items: outcome,
    pages: (row) => count(row.pages),
    charged: (row) => exact(row.charged),
  },
});

export const webhooksTable = (rows: Json[]): ExpectedTable => ({
  rows,
  id: byId,
  columns: {
    url: (row) => row.url,
    state: (row) =>
      row.failures === 0
        ? STATUSES[row.state]
        : new RegExp(`^${STATUSES[row.state]} failed ${row.failures} times`),
    answer: (row) => (row.last_answer_at === null ? NONE : new RegExp(` · ${ms(row.last_took_ms)}$`)),
    taken: (row) => `no. ${row.last_sequence}`,
    actions: nothing,
  },
});

export const eventsTable = (rows: Json[]): ExpectedTable => ({
  rows,
  id: byId,
  columns: {
    time: (row) => row.timestamp,
    // The words of an event are in a table of their own, notices/text.ts.
    type: () => /./,
    details: ({ data }) => {
      const amount = data.amount ?? data.charged ?? data.closing;
      return amount === undefined ? /./ : new RegExp(amount.replace('.', '\\.'));
    },
    sequence: (row) => String(row.sequence),
  },
});

export const statementsTable = (rows: Json[]): ExpectedTable => ({
  rows,
  id: (row) => String(row.number),
  columns: {
    month: (row) =>
      new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${row.month}-01T00:00:00Z`),
      ),
    number: (row) => String(row.number),
    opening: (row) => exact(row.opening),
    movements: (row) => exact(row.movements),
    closing: (row) => exact(row.closing),
    file: nothing,
  },
});

const LINES: Json = {
  topup: 'Top-ups',
  charge: 'Calls',
  refund: 'Refunds',
  adjustment: 'Adjustments',
};

export const sheet = (statement: Json): Expected => ({
  facts: { Account: statement.account_id, Created: statement.closed_at, Digest: statement.digest },
  tables: {
    Statements: {
      rows: [{ what: 'Balance before', amount: statement.opening }, ...statement.lines],
      id: (row) => row.what ?? row.kind,
      columns: {
        what: (row) => row.what ?? (row.path === null ? LINES[row.kind] : `${LINES[row.kind]}: ${row.path}`),
        prices: ({ catalog_version: version, tier }) =>
          [version && `version ${version}`, tier && `${count(tier)}`].filter(Boolean).join(', '),
        count: (row) => (row.count === undefined ? '' : count(row.count)),
        amount: (row) => exact(row.amount),
      },
      totals: { what: 'Balance after', amount: exact(statement.closing) },
    },
  },
});

/** Of the last days, the calls of each key. */
export const keysTable = (
  rows: Json[],
  slices: Json[],
  more: ExpectedTable['columns'] = {},
): ExpectedTable => ({
  rows,
  id: byId,
  columns: {
    name: (row) => row.name,
    ...more,
    prefix: (row) => `${row.prefix}…`,
    status: (row) => STATUSES[row.status],
    days: (row) => {
      const own = slices.filter(({ groups }: Json) => groups[0] === row.id);
      const calls = own.reduce((all: number, slice: Json) => all + slice.calls + slice.failures, 0);
      return count(calls);
    },
    used: (row) => row.last_used_at ?? 'never',
    caps: (row) => caps(row.caps),
    expires: (row) => row.expires_at ?? 'never',
    acts: nothing,
  },
});
