// Every dialog that changes something: what is typed into each field, what the gateway holds afterwards, in its own units, and what the page
// shows without a reload. A dialog of `pages.ts` without an entry, and a field that no entry fills, fail by their names.
import type { Json } from './distinct.ts';
import type { Ids } from './pages.ts';
import { exact } from './shown-words.ts';
import type { Stage } from './stage.ts';

export interface FormCase {
  /** Where it is opened, unless that is the dialog's own page. */
  at?: string;
  /** What is typed or chosen, by label; for a group of options, the label of the chosen one. */
  fields: Record<string, string>;
  /** What the gateway holds after it was sent. `said` is what the dialog promises before, and says then. */
  holds: (stage: Stage, ids: Ids, said: string) => Promise<Json>;
  expected: Json;
  /** Text that the page shows afterwards, and did not before. */
  shows?: string;
  /** It changes something that exists: opened again, its fields hold what was typed. */
  keeps?: true;
}

/** By the dialog's page and the pressed buttons, in the sequence in which they are played. A text says why a dialog is not played here. */
export type Forms = Record<string, FormCase | string>;

const SECOND_MS = 1_000;
const HOUR_S = 3_600;
const DAY_S = 86_400;

const only = (of: Json | undefined, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, of?.[name]]));

const accountOf = async (stage: Stage, { account }: Ids) =>
  (await stage.admin<Json>(`/accounts/${account}`)).account;
const newestEntry = async (stage: Stage, { account }: Ids) =>
  (await stage.admin<Json>(`/accounts/${account}/entries?limit=1`)).entries[0];
/** The newest entry, and whether the dialog promised the balance that came and said what was booked. */
const booked =
  (...names: string[]): FormCase['holds'] =>
  async (stage, ids, said) => {
    const [entry, { available }] = [await newestEntry(stage, ids), await accountOf(stage, ids)];
    const words = `Booked ${exact(entry.amount)}. The balance is ${exact(entry.balance_after)}.`;
    return {
      ...only(entry, 'kind', 'amount', 'reason', ...names),
      ...{ cameTrue: said.includes(`→ ${exact(available)}`), isSaid: said.includes(words) },
    };
  };
const AS_SAID = { cameTrue: true, isSaid: true };
const invites = async (stage: Stage) => (await stage.admin<Json>('/invites?limit=5')).invites;
const keyNamed = async (stage: Stage, name: string) => {
  const [{ id }] = (await stage.admin<Json>(`/keys?search=${name}`)).keys;
  return (await stage.admin<Json>(`/keys/${id}`)).key;
};

/** Hours that an old secret still works, from what the dialog says. */
function graceHours(said: string): number {
  const until = /works until (.+?)\.(?:\s|Done|$)/.exec(said.replaceAll('\u00a0', ' '))?.[1];
  const seconds = (Date.parse(`${until} UTC`) - Date.now()) / SECOND_MS;
  return Math.round(seconds / HOUR_S);
}
const grace: FormCase['holds'] = async (_stage, _ids, said) => graceHours(said);

const CAPS = { daily_cap: '1.010000', monthly_cap: '2.020000', total_cap: '3.030000' };
const CAP_FIELDS = { 'Cap per day': '1.01', 'Cap per month': '2.02', 'Cap in total': '3.03' };

/** Changes of status, each from the state that the one before left. */
const ofStatus = (status: string, shows: string): FormCase => ({
  fields: {},
  holds: async (stage, ids) => (await accountOf(stage, ids)).status,
  expected: status,
  shows,
});

const ofWatch = (state: string, why: string | null, shows: string): FormCase => ({
  fields: {},
  holds: async (stage, { watch }) =>
    only((await stage.admin<Json>(`/watches/${watch}`)).watch, 'state', 'paused_for'),
  expected: { state, paused_for: why },
  shows,
});

const ENTRIES = '/accounts/$account?tab=entries';

export const CONSOLE_FORMS: Forms = {
  '/calls?open=$call Refund': {
    fields: { 'Amount (USD)': '0.003', Reason: 'One of four is wrong' },
    holds: async (stage, { call }) => only((await stage.admin<Json>(`/calls/${call}`)).call, 'refunded'),
    expected: { refunded: '0.003000' },
    shows: '$0.003 refunded',
  },
  '/watches?open=$watch Pause': ofWatch('paused', 'operator', 'Resume'),
  '/watches?open=$watch Resume': ofWatch('active', null, 'Pause'),
  '/watches?open=$watch End the watch': ofWatch('ended', null, 'Ended'),
  '/accounts Make an account': {
    fields: { Name: 'made-in-a-form' },
    holds: async (stage) =>
      only((await stage.admin<Json>('/accounts/made-in-a-form')).account, 'name', 'status', 'balance'),
    expected: { name: 'made-in-a-form', status: 'active', balance: '0.000000' },
    shows: 'made-in-a-form',
  },
  '/accounts Make an invite': {
    fields: {
      ...{ 'For whom': 'Film Ltd', 'Email address': 'film@example.org', Credit: '3.21' },
      'Days until it expires': '11',
    },
    holds: async (stage) => {
      const [{ title, contact, credit, created_at, expires_at }] = await invites(stage);
      const days = (Date.parse(expires_at) - Date.parse(created_at)) / SECOND_MS / DAY_S;
      return { title, contact, credit, days: Math.round(days) };
    },
    expected: { title: 'Film Ltd', contact: 'film@example.org', credit: '3.210000', days: 11 },
  },
  '/accounts?show=invites Revoke': {
    fields: {},
    holds: async (stage) => (await invites(stage)).map(({ title, state }: Json) => [title, state]),
    expected: [
      ['Film Ltd', 'revoked'],
      ['Clip & Co', 'open'],
    ],
    shows: 'Revoked',
  },
  '/accounts/$account?tab=grants Give a grant': {
    fields: {
      ...{ Kind: 'goodwill', 'Amount (USD)': '4.56', 'Last day': '2027-01-31' },
      Reason: 'Late answers in October',
    },
    holds: async (stage, ids, said) => {
      const { grants } = await stage.admin<Json>(`/accounts/${ids.account}/grants`);
      const given = grants.find(({ kind }: Json) => kind === 'goodwill');
      const { available } = await accountOf(stage, ids);
      const cameTrue = said.includes(`→ ${exact(available)}`);
      return { ...only(given, 'amount', 'expires_at', 'reason'), cameTrue };
    },
    expected: {
      ...{ amount: '4.560000', expires_at: '2027-01-31T23:59:59.999Z', reason: 'Late answers in October' },
      cameTrue: true,
    },
    shows: '$4.56',
  },
  [`${ENTRIES} Top up`]: {
    fields: { 'Amount (USD)': '7.89', Reference: 'invoice-789', Reason: 'Paid by card' },
    holds: booked('reference'),
    expected: {
      ...{ kind: 'topup', amount: '7.890000', reason: 'Paid by card', reference: 'invoice-789' },
      ...AS_SAID,
    },
    shows: 'invoice-789',
  },
  [`${ENTRIES} Refund a call`]: {
    fields: {
      'Request id of the call': '$request',
      ...{ 'Amount (USD)': '0.002', Reason: 'A sixth of it' },
    },
    holds: async (stage, ids, said) => {
      const entry = await booked('request_id')(stage, ids, said);
      return { ...entry, request_id: entry.request_id === ids.request };
    },
    expected: {
      ...{ kind: 'refund', amount: '0.002000', reason: 'A sixth of it', request_id: true },
      ...AS_SAID,
    },
    shows: 'A sixth of it',
  },
  [`${ENTRIES} Adjust`]: {
    fields: { 'Amount (USD)': '-1.23', Reference: 'fix-123', Reason: 'Counted twice' },
    holds: booked('reference'),
    expected: {
      ...{ kind: 'adjustment', amount: '-1.230000', reason: 'Counted twice', reference: 'fix-123' },
      ...AS_SAID,
    },
    shows: '-$1.23',
  },
  [`${ENTRIES} Details`]: {
    fields: {
      ...{ Name: 'renamed', Title: 'Demo Ltd', Contact: 'new@example.org', 'Tax id': 'GB123' },
      ...{ 'Address for statements': '2 Side Street', 'Notify the owner below (USD)': '3.45' },
    },
    holds: async (stage, ids) =>
      only(
        await accountOf(stage, ids),
        ...['name', 'title', 'contact', 'billing_address', 'tax_id', 'low_balance'],
      ),
    expected: {
      ...{ name: 'renamed', title: 'Demo Ltd', contact: 'new@example.org' },
      ...{ billing_address: '2 Side Street', tax_id: 'GB123', low_balance: '3.450000' },
    },
    shows: 'Demo Ltd',
    keeps: true,
  },
  [`${ENTRIES} Link for its owner`]: 'it changes nothing; the pages journey signs in with such a link',
  [`${ENTRIES} Disable`]: ofStatus('disabled', 'Disabled'),
  [`${ENTRIES} Enable`]: ofStatus('active', 'Active'),
  [`${ENTRIES} Close the account`]: ofStatus('closed', 'Closed'),
  [`${ENTRIES} Reopen`]: ofStatus('active', 'Active'),
  '/accounts/$account?tab=keys Make a project': {
    fields: { Name: 'film-import', ...CAP_FIELDS },
    holds: async (stage, { account }) => {
      const { projects } = await stage.admin<Json>(`/projects?account=${account}`);
      const made = projects.find(({ name }: Json) => name === 'film-import');
      return only(made, 'daily_cap', 'monthly_cap', 'total_cap');
    },
    expected: CAPS,
    shows: 'film-import',
  },
  '/complaints Decide': {
    fields: { 'Reason, for the caller and the audit log': 'They are dogs indeed.' },
    holds: async (stage) => {
      const { complaints } = await stage.admin<Json>('/complaints?limit=50');
      const decided = complaints.find(({ state }: Json) => state !== 'waiting');
      return only(decided, 'state', 'note');
    },
    expected: { state: 'refunded', note: 'They are dogs indeed.' },
    shows: 'They are dogs indeed.',
  },
  '/notices Make a webhook': {
    fields: { Address: 'http://127.0.0.1:9/another' },
    holds: async (stage) =>
      (await stage.admin<Json>('/webhooks')).webhooks.map(({ url }: Json) => url).sort(),
    expected: ['http://127.0.0.1:9/another', 'http://127.0.0.1:9/webhooks/of/a/receiver/with/a/long/address'],
    shows: 'http://127.0.0.1:9/another',
  },
  '/notices Rotate': { fields: { Rotate: 'an hour' }, holds: grace, expected: 1 },
  '/keys Make a key': {
    fields: {
      ...{ Account: '$account', 'Name of the key': 'film-key', Answers: 'u2', Project: 'nightly-import' },
      ...{ ...CAP_FIELDS, 'Cap per call': '0.04' },
    },
    holds: async (stage, ids) => {
      const key = await keyNamed(stage, 'film-key');
      return {
        ...only(key, 'groups', 'max_call', 'daily_cap', 'monthly_cap', 'total_cap'),
        ...{ isOfTheAccount: key.account_id === ids.account, hasProject: key.project_id !== null },
      };
    },
    expected: {
      ...{ groups: ['u2'], max_call: '0.040000', ...CAPS, isOfTheAccount: true, hasProject: true },
    },
    shows: 'film-key',
  },
  '/keys Rotate': { at: '/keys?search=film-key', fields: { Rotate: 'a day' }, holds: grace, expected: 24 },
  '/keys Revoke': {
    at: '/keys?search=film-key',
    fields: {},
    holds: async (stage) => (await keyNamed(stage, 'film-key')).status,
    expected: 'revoked',
    shows: 'Revoked',
  },
  '/keys?open=$key Change': {
    fields: {
      ...{ 'Name of the key': 'changed-key', State: 'Disabled', Project: 'nightly-import' },
      ...{ ...CAP_FIELDS, 'Cap per call': '0.04' },
    },
    holds: async (stage, { key: id }) => {
      const { key } = await stage.admin<Json>(`/keys/${id}`);
      const changed = only(key, 'name', 'status', 'max_call', 'daily_cap', 'monthly_cap', 'total_cap');
      return { ...changed, hasProject: key.project_id !== null };
    },
    expected: {
      ...{ name: 'changed-key', status: 'disabled', max_call: '0.040000', ...CAPS, hasProject: true },
    },
    shows: 'changed-key',
    keeps: true,
  },
  '/system Make a token': {
    fields: { Name: 'robot', Role: 'operator' },
    holds: async (stage) =>
      (await stage.admin<Json>('/tokens')).tokens.find(({ name }: Json) => name === 'robot').role,
    expected: 'operator',
    shows: 'robot',
  },
  '/system Preferences': 'it is kept in the browser; the reading journey changes it',
  '/accounts/$account?tab=keys Change': {
    fields: { Name: 'changed-project', ...CAP_FIELDS },
    holds: async (stage, { account }) => {
      const { projects } = await stage.admin<Json>(`/projects?account=${account}`);
      const changed = projects.find(({ name }: Json) => name === 'changed-project');
      return { ...only(changed, 'daily_cap', 'monthly_cap', 'total_cap'), count: projects.length };
    },
    expected: { ...CAPS, count: 2 },
    shows: 'changed-project',
    keeps: true,
  },
  '/notices Remove': {
    fields: {},
    holds: async (stage) => (await stage.admin<Json>('/webhooks')).webhooks.length,
    expected: 1,
  },
};

export const PORTAL_FORMS: Forms = {
  '/watches/$watch Change': {
    fields: { 'Budget for a month (USD)': '6.54', 'Budget in all (optional)': '32.1' },
    holds: async (stage, { watch }) => (await stage.caller<Json>(`/api/watches/v1/${watch}`)).watch.budget,
    expected: { month: '6.540000', total: '32.100000' },
    shows: 'of $6.54',
    keeps: true,
  },
  '/watches/$watch Remove the feed': {
    fields: {},
    holds: async (stage, { watch }) => (await stage.caller<Json>(`/api/watches/v1/${watch}`)).watch.feed,
    expected: false,
  },
  '/keys Make a key': {
    fields: { 'Name of the key': 'own-key', 'Cap per day': '0.77' },
    holds: async (stage) => only(await keyNamed(stage, 'own-key'), 'daily_cap', 'monthly_cap', 'total_cap'),
    expected: { daily_cap: '0.770000', monthly_cap: null, total_cap: null },
    shows: 'own-key',
  },
  '/keys Rotate': { fields: { Rotate: 'an hour' }, holds: grace, expected: 1 },
  '/notices Make a webhook': {
    fields: { Address: 'http://127.0.0.1:9/another' },
    holds: async (stage) => {
      const { webhooks } = await stage.caller<Json>('/api/account/v1/webhooks');
      return webhooks.map(({ url }: Json) => url).sort();
    },
    expected: ['http://127.0.0.1:9/another', 'http://127.0.0.1:9/webhooks/of/a/receiver/with/a/long/address'],
    shows: 'http://127.0.0.1:9/another',
  },
  '/receipts/$request Complain about this answer': {
    fields: { 'What is wrong with it?': 'The third is a fish.' },
    holds: async (stage, { request }) => {
      const { complaints } = await stage.admin<Json>('/complaints?limit=50');
      return complaints.find(({ call_id }: Json) => call_id === request)?.reason;
    },
    expected: 'The third is a fish.',
    shows: 'The third is a fish.',
  },
  '/ Preferences': 'it is kept in the browser; the reading journey changes it',
  '/collections/$collection Delete the collection': {
    fields: {},
    holds: async (stage) => (await stage.caller<Json>('/api/collections/v1')).collections,
    expected: [],
  },
};
