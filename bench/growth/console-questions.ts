// The queries of the console and the portal to a large ledger: lists of calls with every kind of filter, sums, look-ups, the overview,
// usage by two dimensions and the history of a provider.
import type { CallFilter, Storage } from '../../packages/gateway/src/storage/storage.ts';
import { accountId, callsOf, type FillPlan, keyId } from '../fill/plan.ts';
import { type Question, spread } from './measure.ts';

/** A page of a list, and an overview: short enough that a person does not notice the wait. */
const LIST = { limitMs: 200, medianMs: 50 };
const OVERVIEW = { limitMs: 500, medianMs: 200 };
/** A report over all accounts adds up one row per key, path and day. */
const REPORT = { limitMs: 5_000 };
const PAGE = 100;
const DAY_MS = 86_400_000;

interface Asked {
  storage: Storage;
  plan: FillPlan;
}

export function consoleQuestions({ storage, plan }: Asked): Question[] {
  const someone = (n: number) => spread(n, plan.accounts);
  const list = (filter: CallFilter, after: string | null = null) =>
    storage.calls.list({ ...filter, limit: PAGE, after });
  const ofKey = (n: number) => ({
    accountId: accountId(someone(n)),
    keyId: keyId(someone(n) * plan.keysPerAccount + (n % plan.keysPerAccount)),
  });
  const endMs = plan.untilMs - (plan.untilMs % DAY_MS);
  const someDay = (n: number) => {
    const days = Math.max(1, Math.floor((plan.calls * 1_000) / DAY_MS) - 1);
    const fromMs = endMs - (1 + spread(n, days)) * DAY_MS;
    return { fromMs, toMs: fromMs + DAY_MS };
  };
  const requestId = (n: number) => `req_FILL${String(spread(n, plan.calls)).padStart(22, '0')}`;
  const month = { fromMs: endMs - 30 * DAY_MS, toMs: endMs + DAY_MS };
  return [
    { name: 'calls, first page', ...LIST, ask: () => list({}) },
    {
      name: 'calls, any page',
      ...LIST,
      ask: (n) => list({}, `${spread(n, plan.calls)}-0-0`),
    },
    { name: 'calls of one account', ...LIST, ask: (n) => list({ accountId: accountId(someone(n)) }) },
    {
      name: 'calls of one account, deep page',
      ...LIST,
      ask: (n) =>
        list({ accountId: accountId(someone(n)) }, `${Math.floor(callsOf(plan, someone(n)) / 10)}-0-0`),
    },
    { name: 'calls of one key', ...LIST, ask: (n) => list(ofKey(n)) },
    { name: 'calls of a day', ...LIST, ask: (n) => list(someDay(n)) },
    { name: 'calls of a provider that was never asked', ...LIST, ask: () => list({ provider: 'none' }) },
    { name: 'calls that failed', ...LIST, ask: () => list({ state: 'released' }) },
    { name: 'calls, what is new', ...LIST, ask: () => list({ fromMs: plan.untilMs - 5_000 }) },
    {
      name: 'sums of one account',
      ...LIST,
      ask: (n) => storage.calls.totals({ accountId: accountId(someone(n)) }),
    },
    { name: 'sums of a day', ...LIST, ask: (n) => storage.calls.totals(someDay(n)) },
    { name: 'sums of all accounts', ...OVERVIEW, ask: () => storage.calls.totals({}) },
    {
      name: 'sums of what one account was charged',
      ...OVERVIEW,
      ask: (n) => storage.calls.totals({ accountId: accountId(someone(n)), state: 'settled' }),
    },
    {
      name: 'sums that are counted',
      ...OVERVIEW,
      ask: (n) => storage.calls.totals({ accountId: accountId(someone(n)), provider: 'fast' }),
    },
    { name: 'look-up of a request id', ...LIST, ask: (n) => storage.lookUp({ id: requestId(n) }) },
    {
      name: 'accounts, search',
      ...LIST,
      ask: (n) => storage.accounts.list({ limit: PAGE, after: null, search: `-${someone(n)}` }),
    },
    { name: 'open holds', ...LIST, ask: () => storage.calls.holds({ limit: PAGE, after: null }) },
    {
      name: 'overview',
      ...OVERVIEW,
      ask: () => storage.usage.overview({ nowMs: plan.untilMs, runwayDays: 14 }),
    },
    {
      name: 'history of a provider',
      ...LIST,
      ask: () =>
        storage.usage.providerSteps({ provider: 'fast', fromMs: plan.untilMs - DAY_MS, toMs: plan.untilMs }),
    },
    {
      name: 'usage by account and day, a month',
      ...REPORT,
      ask: () => storage.usage.slice({ party: 'bench', ...month, by: ['account', 'day'] }),
    },
    {
      name: 'revenue of a draft, a month',
      ...REPORT,
      ask: () => storage.usage.slice({ party: 'bench', ...month, by: ['account', 'path'] }),
    },
    {
      name: 'usage by provider and hour, a week',
      ...REPORT,
      ask: () =>
        storage.usage.slice({
          party: 'bench',
          fromMs: endMs - 6 * DAY_MS,
          toMs: endMs + DAY_MS,
          by: ['provider', 'hour'],
        }),
    },
    {
      name: 'usage of one account by key and failure',
      ...REPORT,
      ask: (n) =>
        storage.usage.slice({
          party: 'bench',
          ...month,
          accountId: accountId(someone(n)),
          by: ['key', 'failure'],
        }),
    },
  ];
}
