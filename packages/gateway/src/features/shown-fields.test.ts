// Every field that is shown has the value of its own name: `created_at` is `createdAtMs`, `left` is `leftMicros`. Here each field of a row in
// storage has a value of its own, so a view that shows another field in its place is noticed. New lists of operators are covered by
// themselves.
import { describe, expect, test } from 'vitest';
import { formatTime } from '../domain/clock.ts';
import { formatMoney, toMicros } from '../domain/money.ts';
import { adminDepsOf, CALLER, START_MS } from '../verb/testing/world.ts';
import { entryView } from './accounts/account-views.ts';
import { capView } from './caps/cap-views.ts';
import { adminVerbs } from './index.ts';
import { rechargeView } from './payments/payment-views.ts';
import { receiptView } from './receipts/receipt-views.ts';
import { statementView } from './statements/statement-views.ts';
import { watchRunView } from './watches/watch-views.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every kind.
type Row = Record<string, any>;

/** Of fields that are looked into or compared before they are shown. */
const FIXED: Row = {
  state: 'active',
  ...{ status: 'active', rate: null, terms: null, delivered: null, asked: null },
  ...{ query: {}, detail: {}, lines: [], attempts: [], groups: ['u1'] },
  ...{ addresses: ['192.0.2.1'], platforms: ['one'], operations: ['two'], providers: ['three'] },
};

/** Far enough apart for every name that is read here; two equal ones would hide an exchange. */
const numberOf = (name: string) =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 999_983, 7);

function storedAs(name: string, given: Row): unknown {
  if (name in given) return given[name];
  if (name in FIXED) return FIXED[name];
  if (name.endsWith('Micros')) return toMicros(numberOf(name));
  return name.endsWith('Ms') ? START_MS + 1_000 * numberOf(name) : `the ${name}`;
}

/** A row that has every field, and notes which were read. */
function anyRow(read: Set<string>, given: Row = {}): Row {
  const get = (_: object, name: string | symbol) => {
    if (typeof name === 'symbol' || name === 'then') return undefined;
    read.add(name);
    return storedAs(name, given);
  };
  return new Proxy({}, { get });
}

function asShown(name: string): unknown {
  const value = storedAs(name, {}) as never;
  if (value === null) return null;
  if (name.endsWith('Micros')) return formatMoney(value);
  return name.endsWith('Ms') && name !== 'lastTookMs' ? formatTime(value) : value;
}

/** Fields whose name in storage is another one. */
const OTHERWISE: Record<string, string> = {
  'adminListHolds failure': 'failureCode',
  'adminListCalls failure': 'failureCode',
  'adminListComplaints call_id': 'requestId',
  'adminListWatches key': 'keyId',
  'adminListWatches next_run_at': 'dueAtMs',
  'adminListWatches budget.month': 'monthBudgetMicros',
  'adminListWatches budget.total': 'totalBudgetMicros',
  'adminListWatches spent.total': 'spentMicros',
  'adminListCollections key': 'keyId',
  'adminListCollections questions': 'questionCount',
  'adminListDuties account_id': 'party',
  'adminListDuties running': 'isClaimed',
  'adminListTopups save_card': 'savesCard',
  'adminListDisputes reference': 'payment',
  'adminListRecharges reference': 'payment',
  'adminListWebhooks last_sequence': 'cursor',
  'adminListWebhooks last_answer_at': 'lastAtMs',
  'a run of a watch slot_at': 'slotMs',
  'a run of a watch late_by_s': 'lateBySeconds',
  'a receipt failure': 'failureCode',
  'a statement first_entry': 'fromSeq',
  'a statement last_entry': 'toSeq',
  'a recharge rule month_used': 'monthMicros',
};

/** Fields that no single field in storage has; other tests have them. */
const WORKED_OUT = new Set(
  [
    'currency status state id available movements cost margin attempts resumed duration_ms provider providers',
    'every every_seconds questions_unasked spent.month run_most_cost most_cost late_by_s late_seconds last_run in_flight next_try_at feed',
    'address instructions next_attempt_at unit unit_price items sum names',
  ].flatMap((names) => names.split(' ')),
);
/** Fields that show what is stored in some states alone. */
const DEPENDS = new Set(['adminListHolds attempts', 'adminListCalls attempts', 'adminListWatches every']);

const nameFor = (field: string) => field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Of a field that is shown, the names that its value may have in storage. */
function namesFor(field: string): string[] {
  const name = nameFor(field.split('.').at(-1)!);
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return [`${name}Micros`, `${name}Ms`, `${name.replace(/At$/, '')}AtMs`, `is${title}`, name];
}

/** With the fields of objects inside, such as `budget.month`. */
const fieldsOf = (shown: Row): [string, unknown][] =>
  Object.entries(shown).flatMap(([field, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const inside: [string, unknown][] = isObject ? fieldsOf(value) : [];
    const named = inside.map(([name, of]): [string, unknown] => [`${field}.${name}`, of]);
    return named.length > 0 ? named : ([[field, value]] as [string, unknown][]);
  });

/** The fields that do not show what is stored under their name. */
function wrongFields(what: string, shown: Row, read: ReadonlySet<string>): string[] {
  return fieldsOf(shown).flatMap(([field, value]) => {
    const name = OTHERWISE[`${what} ${field}`] ?? namesFor(field).find((one) => read.has(one));
    if (name === undefined) return WORKED_OUT.has(field) ? [] : [`${field}: which is it?`];
    if (DEPENDS.has(`${what} ${field}`)) return [];
    const isOwn = JSON.stringify(value) === JSON.stringify(asShown(name));
    return isOwn ? [] : [`${field}: ${JSON.stringify(value)} is not ${name}`];
  });
}

const lists = adminVerbs.filter(
  ({ method, result }) => method === 'GET' && 'next_cursor' in (result.properties ?? {}),
);
const whole = adminVerbs.filter(({ name }) => ['adminListTokens', 'adminListWebhooks'].includes(name));

/** Answers every read of every noun with this row. */
function storageOf(row: Row): never {
  const page = Object.assign([row], { items: [row], next: null, searchedToMs: null });
  const answers: Row = { find: row, names: [], lastRuns: {}, ofKeys: [[row]] };
  const noun = new Proxy({}, { get: (_, verb) => async () => answers[verb as string] ?? page });
  return new Proxy({}, { get: () => noun }) as never;
}

describe('each row of a list shows every field under its own name', () => {
  test.each([...lists, ...whole].map((verb) => [verb.name, verb] as const))('%s', async (name, verb) => {
    const read = new Set<string>();
    const deps = adminDepsOf(storageOf(anyRow(read)), { nowMs: () => START_MS, monotonicMs: () => 0 });
    const input = { params: { account: 'any' }, query: {}, body: {} };
    const answer = (await verb.run(deps, input, CALLER)) as Row;
    const { caps, ...shown } = Object.values(answer).find(Array.isArray)![0];
    expect(wrongFields(name, shown, read)).toEqual([]);
  });
});

/** Views that no list of operators has. */
const VIEWS: Record<string, (row: never) => Row> = {
  'a cap': capView,
  'an entry': (row) => entryView(row, 'USD'),
  'a receipt': (row) => receiptView(row, 'USD', { showsProviders: true }),
  'a run of a watch': watchRunView,
};

test.each(Object.entries(VIEWS))('%s shows every field under its own name', (name, view) => {
  const read = new Set<string>();
  expect(wrongFields(name, view(anyRow(read) as never), read)).toEqual([]);
});

test('a recharge rule shows every amount under its own name', () => {
  const read = new Set<string>();
  const rule = anyRow(read);
  expect(wrongFields('a recharge rule', rechargeView(anyRow(read, { rule }) as never, 'USD'), read)).toEqual(
    [],
  );
});

test('a statement shows its seller and its buyer, and every field under its own name', () => {
  const read = new Set<string>();
  const party = (of: string) => ({ name: `${of} name`, address: `${of} address`, taxId: `${of} tax` });
  const seller = { ...party('seller'), taxNote: 'note' };
  const buyer = { ...party('buyer'), title: 'title', contact: 'contact' };
  const shown = statementView(anyRow(read, { seller, buyer }) as never);
  expect(shown.seller).toEqual({
    ...{ name: 'seller name', address: 'seller address', tax_id: 'seller tax', tax_note: 'note' },
  });
  expect(shown.buyer).toEqual({
    ...{
      name: 'buyer name',
      address: 'buyer address',
      tax_id: 'buyer tax',
      title: 'title',
      contact: 'contact',
    },
  });
  const { seller: _seller, buyer: _buyer, lines: _lines, ...rest } = shown;
  expect(wrongFields('a statement', rest, read)).toEqual([]);
});
