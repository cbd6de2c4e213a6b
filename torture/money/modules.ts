// The modules that move money, and the tests of each. Coverage and mutation are measured over this list.

export interface MoneyModule {
  /** Relative to packages/gateway/src, like all paths here. */
  file: string;
  /** Quickest first: tests run in this sequence until one notices a mutant. */
  tests: string[];
}

const calls = [
  'call/lost-holds.test.ts',
  'call/billing.test.ts',
  'call/request-id.test.ts',
  'call/refusals.test.ts',
  'call/answers/sharing.test.ts',
  'call/trying/stability.test.ts',
  'call/walks/paging.test.ts',
  'call/overload.test.ts',
  'mounts/passing.test.ts',
  'call/prices/quotes.test.ts',
  'call/prices/item-prices.test.ts',
  'call/prices/ceiling.test.ts',
  'call/free/free-answer-limit.test.ts',
  'call/trying/miss-limit.test.ts',
  'call/walks/lists.test.ts',
  'call/call-facts.test.ts',
  'call/call-traces.test.ts',
  'call/prices/agreed-prices.test.ts',
  'call/all/all-platforms.test.ts',
  'mcp/mcp.test.ts',
];
const rules = [
  'storage/ledger/calls-open.test.ts',
  'storage/ledger/calls-resolve.test.ts',
  'storage/ledger/rate-windows.test.ts',
  'storage/ledger/answers.test.ts',
  'storage/ledger/ledger.test.ts',
];
const sqlite = [
  'storage/sqlite/contracts.test.ts',
  'storage/sqlite/storage.test.ts',
  'storage/sqlite/storage-thread.test.ts',
  'storage/sqlite/several-processes.test.ts',
  'storage/sqlite/caps.test.ts',
];
const postgres = [
  'storage/postgres/contracts.test.ts',
  'storage/postgres/storage.test.ts',
  'storage/postgres/connection.test.ts',
  'storage/postgres/backend.test.ts',
  'storage/postgres/outage.test.ts',
  'storage/postgres/ledger/caps.test.ts',
  'storage/postgres/queues/locked-accounts.test.ts',
  'storage/postgres/queues/call-queue.test.ts',
];
const inFolder = (folder: string, names: string[], tests: string[]): MoneyModule[] =>
  names.map((name) => ({ file: `${folder}/${name}.ts`, tests }));

const ownFirst = (name: string, tests: string[]) => [
  ...new Set([...tests.filter((test) => test.endsWith(`/${name}.test.ts`)), ...tests]),
];

const RULES = [
  'answers',
  'call-verbs',
  'calls-open',
  'calls-open-settled',
  'calls-resolve',
  'ledger',
  'rate-windows',
  'read-rows',
];
const BOTH = ['calls-expire', 'ledger-read', 'ledger-write'];

export const modules: MoneyModule[] = [
  ...inFolder('domain', ['money'], ['domain/money.test.ts']),
  ...inFolder('call', ['run-call', 'open', 'settle', 'obtain'], calls),
  ...inFolder(
    'domain/limiting',
    ['spend-cap'],
    ['storage/ledger/calls-open.test.ts', 'storage/sqlite/contracts.test.ts'],
  ),
  ...inFolder('storage/ledger', ['spend-caps'], [...sqlite, ...postgres]),
  ...inFolder('storage/nouns', ['accounts', 'entries', 'complaints', 'projects'], [...sqlite, ...postgres]),
  ...inFolder(
    'storage/sqlite',
    ['spend'],
    ['storage/sqlite/caps.test.ts', 'storage/sqlite/contracts.test.ts'],
  ),
  ...inFolder(
    'storage/postgres/ledger',
    ['spend'],
    ['storage/postgres/ledger/caps.test.ts', 'storage/postgres/contracts.test.ts'],
  ),
  ...RULES.flatMap((name) =>
    inFolder('storage/ledger', [name], [...ownFirst(name, rules), ...sqlite, ...postgres]),
  ),
  ...inFolder(
    'storage/sqlite',
    [...BOTH, 'calls', 'connection', 'database', 'here', 'place', 'thread', 'verb-thread'],
    sqlite,
  ),
  ...inFolder('storage/postgres/ledger', BOTH, postgres),
  ...inFolder('storage/postgres/queues', ['batch'], postgres),
  ...inFolder('storage/postgres', ['single-verbs', 'transaction'], postgres),
  ...inFolder(
    'storage/postgres/queues',
    ['verb-queue'],
    ['storage/postgres/queues/verb-queue.test.ts', 'storage/postgres/queues/locked-accounts.test.ts'],
  ),
];
