// What is asked of a large ledger: every query of customers and operators, about accounts, keys and calls all over it, and a paid call from
// its opening to its charge. It uses the storage port, as the gateway does.
import { utcDay } from '../../packages/gateway/src/domain/clock.ts';
import { toMicros } from '../../packages/gateway/src/domain/money.ts';
import type { Storage } from '../../packages/gateway/src/storage/storage.ts';
import { accountId, callsOf, type FillPlan, keyId } from '../fill/plan.ts';
import { consoleQuestions } from './console-questions.ts';
import { type Question, spread } from './measure.ts';

export interface Asked {
  storage: Storage;
  plan: FillPlan;
  /** The price of one call, in the catalog of the fill. */
  price: { version: number; price: number };
}

/** The longest acceptable wait for an answer about one account, one page or one call. */
const LIMIT_MS = 100;
/** A report over all accounts adds up one row per key, path and day. */
const REPORT_LIMIT_MS = 5_000;
const PAGE = 100;
const MONTH_MS = 30 * 86_400_000;

export function questionsOf({ storage, plan, price }: Asked): Question[] {
  const limitMs = LIMIT_MS;
  const someone = (n: number) => spread(n, plan.accounts);
  const month = { fromDay: utcDay(plan.untilMs - MONTH_MS), toDay: utcDay(plan.untilMs) };
  const entriesOf = (n: number, after: number | null, more = {}) =>
    storage.accounts.entries({
      accountId: accountId(someone(n)),
      limit: PAGE,
      after: after === null ? null : String(after),
      ...more,
    });
  const deep = (n: number) => Math.max(2, Math.floor(callsOf(plan, someone(n)) / 10));
  const usage = (by: 'day' | 'path' | 'key') => ({
    name: `usage of one account by ${by}, a month`,
    limitMs,
    ask: (n: number) => storage.usage.read({ accountId: accountId(someone(n)), ...month, by }),
  });
  const usageOfAll = (by: 'day' | 'path' | 'key') => ({
    name: `usage of all accounts by ${by}, a month`,
    limitMs: REPORT_LIMIT_MS,
    ask: () => storage.usage.read({ ...month, by }),
  });
  return [
    { name: 'accounts, first page', limitMs, ask: () => storage.accounts.list({ limit: PAGE, after: null }) },
    {
      name: 'accounts, any page',
      limitMs,
      ask: (n) => storage.accounts.list({ limit: PAGE, after: `fill-${someone(n)}` }),
    },
    { name: 'keys, first page', limitMs, ask: () => storage.keys.list({ limit: PAGE, after: null }) },
    {
      name: 'keys of one account',
      limitMs,
      ask: (n) => storage.keys.list({ limit: PAGE, after: null, accountId: accountId(someone(n)) }),
    },
    usage('day'),
    usage('path'),
    usage('key'),
    { name: 'entries, first page', limitMs, ask: (n) => entriesOf(n, null) },
    { name: 'entries, deep page', limitMs, ask: (n) => entriesOf(n, deep(n)) },
    { name: 'entries, top-ups alone', limitMs, ask: (n) => entriesOf(n, null, { kind: 'topup' }) },
    {
      name: 'one request by its id',
      limitMs,
      ask: (n) => storage.calls.find(callAt(plan, spread(n, plan.calls))),
    },
    { name: 'a paid call, open to settled', limitMs, ask: (n) => pay(storage, plan, price, n) },
    usageOfAll('day'),
    usageOfAll('path'),
    usageOfAll('key'),
    ...consoleQuestions({ storage, plan }),
  ];
}

function callAt(plan: FillPlan, i: number) {
  const account = plan.order === 'blocks' ? Math.floor(i / plan.callsPerAccount) : i % plan.accounts;
  return { accountId: accountId(account), requestId: `req_FILL${String(i).padStart(22, '0')}` };
}

async function pay(storage: Storage, plan: FillPlan, { version, price }: Asked['price'], n: number) {
  const account = spread(n, plan.accounts);
  const opened = await storage.calls.open({
    accountId: accountId(account),
    keyId: keyId(account * plan.keysPerAccount + (n % plan.keysPerAccount)),
    requestId: `growth-${process.pid}-${n}`,
    fingerprint: 'f',
    path: plan.path,
    group: 'u1',
    platform: 'fast',
    operation: 'video.search',
    variant: 'stable',
    catalogVersion: version,
    priceMicros: toMicros(price),
    defaultRate: { requests: 1_000_000, perSeconds: 60, concurrent: 10_000 },
    keysMax: 10,
  });
  if (opened.kind !== 'opened') throw new Error(`the call was not opened: ${opened.kind}`);
  const answer = {
    kind: 'text' as const,
    head: [`{"items":"${'x'.repeat(4_000)}","balance":"`],
    tail: '"}',
  };
  const settled = await storage.calls.settle({
    hold: opened.hold,
    chargedMicros: toMicros(price),
    source: 'live',
    attempts: [],
    answer,
  });
  if (settled.kind !== 'settled') throw new Error('the call was not settled');
}
