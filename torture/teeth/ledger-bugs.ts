// Planted bugs of the ledger: what a careless backend would do to holds, charges, ids, batches and syncs.
import type { PlantedBug } from './planted-bug.ts';

const sqlite = (file: string) => `storage/sqlite/${file}`;
const postgres = (file: string) => `storage/postgres/${file}`;
const rules = (file: string) => `storage/ledger/${file}`;
const SQLITE_SCHEMA = sqlite('migrations/0001-initial.ts');
const POSTGRES_SCHEMA = postgres('migrations/0001-initial.ts');
const sqliteWall = (tests: string) => [{ file: sqlite('constraints.test.ts'), tests }];
const postgresWall = (tests: string) => [{ file: postgres('clocks-and-constraints.test.ts'), tests }];
const sqliteContracts = (tests: string) => [{ file: sqlite('contracts.test.ts'), tests }];
const postgresContracts = (tests: string) => [{ file: postgres('contracts.test.ts'), tests }];
const sqliteTest = (tests: string) => [{ file: sqlite('storage.test.ts'), tests }];
const postgresConnection = (tests: string) => [{ file: postgres('connection.test.ts'), tests }];
const postgresBackend = (tests: string) => [{ file: postgres('backend.test.ts'), tests }];

const oneCall = { find: '  UNIQUE (account_id, request_id),\n', replace: '' };
const chargeInPrice = { find: ' CHECK (charged_micros BETWEEN 0 AND price_micros)', replace: '' };

export const ledgerBugs: PlantedBug[] = [
  {
    number: 1,
    name: 'no unique index over calls (SQLite)',
    breaks: 'one id, at most one charge',
    edits: [{ file: SQLITE_SCHEMA, ...oneCall }],
    watches: sqliteWall('a second call of one id'),
  },
  {
    number: 1,
    name: 'no unique index over calls (PostgreSQL)',
    breaks: 'one id, at most one charge',
    edits: [{ file: POSTGRES_SCHEMA, ...oneCall }],
    watches: postgresWall('a second call of one id'),
  },
  {
    number: 1,
    name: 'no unique index over charges (SQLite)',
    breaks: 'one resolution per hold',
    edits: [
      {
        file: SQLITE_SCHEMA,
        find: 'CREATE UNIQUE INDEX entries_one_charge_per_call',
        replace: 'CREATE INDEX entries_one_charge_per_call',
      },
    ],
    watches: sqliteWall('a second charge of a call'),
  },
  {
    number: 5,
    name: 'holds end by the wall clock (SQLite)',
    breaks: 'clock independence',
    edits: [
      {
        file: sqlite('calls-expire.ts'),
        find: 'terms, epoch, node FROM calls',
        replace: 'terms, epoch, node, opened_at_ms FROM calls',
      },
      {
        file: sqlite('calls-expire.ts'),
        find: 'monotonicMs - sinceMs >= input.holdTtlMs',
        replace: 'context.nowMs - (call.opened_at_ms as number) >= input.holdTtlMs',
      },
    ],
    watches: [{ file: sqlite('several-processes.test.ts'), tests: 'neither hastens the end of a hold' }],
  },
  {
    number: 5,
    name: "holds end by the node's clock (PostgreSQL)",
    breaks: 'clock independence',
    edits: [
      {
        file: postgres('open-storage.ts'),
        find: 'settings.databaseClock ?? null',
        replace: 'settings.databaseClock ?? settings.clock',
      },
    ],
    watches: postgresWall('a node whose clock is an hour'),
  },
  {
    number: 6,
    name: 'SELECT, then UPDATE, outside a transaction (SQLite)',
    breaks: 'never negative; no false refusal',
    edits: [
      {
        file: sqlite('database.ts'),
        find: "context.db.transaction('immediate', run, syncOf(verbs))",
        replace: 'run()',
      },
    ],
    watches: [{ file: sqlite('several-processes.test.ts'), tests: 'three processes on one file' }],
  },
  {
    number: 7,
    name: 'balance read without a lock (PostgreSQL)',
    breaks: 'never negative',
    edits: [{ file: postgres('ledger-read.ts'), find: ' FOR NO KEY UPDATE`', replace: '`' }],
    watches: postgresBackend('open exactly as many calls'),
  },
  {
    number: 8,
    name: 'a settlement of unknown outcome is blindly repeated (PostgreSQL)',
    breaks: 'unknown resolves once',
    edits: [
      {
        file: postgres('transaction.ts'),
        find: 'if (await this.#wasCommitted(error)) return error.planned.value;',
        replace: '',
      },
    ],
    watches: postgresConnection('lost in COMMIT'),
  },
  {
    number: 10,
    name: 'ids are not scoped by account (SQLite)',
    breaks: 'ids are per account',
    edits: [
      {
        file: sqlite('ledger-read.ts'),
        find: 'FROM calls c WHERE c.account_id = ? AND c.request_id = ?`',
        replace: 'FROM calls c WHERE ? IS NOT NULL AND c.request_id = ?`',
      },
      {
        file: sqlite('ledger-read.ts'),
        find: 'ledger.calls.set(nameOf(accountId, requestId), call);',
        replace: 'ledger.calls.set(nameOf(accountId, requestId), { ...call, accountId });',
      },
    ],
    watches: sqliteContracts('belongs to one account'),
  },
  {
    number: 12,
    name: 'no epoch check',
    breaks: 'fencing',
    edits: [{ file: rules('calls-resolve.ts'), find: ' && call.epoch === epoch ? call', replace: ' ? call' }],
    watches: [...sqliteContracts('of an earlier epoch'), ...postgresContracts('of an earlier epoch')],
  },
  {
    number: 13,
    name: 'a release gives back too much',
    breaks: 'never negative',
    edits: [
      {
        file: rules('ledger.ts'),
        find: 'account.heldMicros += direction * call.priceMicros;',
        replace: 'account.heldMicros = direction > 0 ? account.heldMicros + call.priceMicros : 0;',
      },
    ],
    watches: [
      ...sqliteContracts('however often it is settled|of concurrent calls'),
      ...sqliteTest('plain ledger'),
    ],
  },
  {
    number: 13,
    name: 'a release gives back too little',
    breaks: 'no leaked hold',
    edits: [
      {
        file: rules('ledger.ts'),
        find: 'account.heldMicros += direction * call.priceMicros;',
        replace: 'account.heldMicros += direction > 0 ? call.priceMicros : 1 - call.priceMicros;',
      },
    ],
    watches: [
      ...sqliteContracts('that is released costs nothing'),
      ...postgresContracts('that is released costs nothing'),
    ],
  },
  {
    number: 14,
    name: 'top-ups are not unique by reference (SQLite)',
    breaks: 'top-ups exactly once',
    edits: [
      {
        file: 'storage/nouns/entries.ts',
        find: "const earlier = yield* findEarlier('topup', input);",
        replace: 'const earlier = null as MoneyResult | null;',
      },
      {
        file: SQLITE_SCHEMA,
        find: 'CREATE UNIQUE INDEX entries_one_per_reference',
        replace: 'CREATE INDEX entries_one_per_reference',
      },
    ],
    watches: sqliteContracts('a top-up is posted once per reference'),
  },
  {
    number: 14,
    name: 'references have no unique index (SQLite)',
    breaks: 'top-ups exactly once',
    edits: [
      {
        file: SQLITE_SCHEMA,
        find: 'CREATE UNIQUE INDEX entries_one_per_reference',
        replace: 'CREATE INDEX entries_one_per_reference',
      },
    ],
    watches: sqliteWall('a second top-up of one reference'),
  },
  {
    number: 15,
    name: 'synchronous=OFF (SQLite)',
    breaks: 'acknowledged means durable',
    edits: [
      {
        file: sqlite('connection.ts'),
        find: 'PRAGMA synchronous = FULL',
        replace: 'PRAGMA synchronous = OFF',
      },
      { file: sqlite('connection.ts'), find: 'level !== 2', replace: 'level !== 0' },
    ],
    // The first test traces system calls and is skipped where that is not possible.
    watches: [
      { file: 'guarantees/sync-order.test.ts', tests: 'sync to disk before its first byte' },
      ...sqliteTest('syncs every commit to disk'),
    ],
  },
  {
    number: 15,
    name: 'a charge waits for the disk no more than a hold (SQLite)',
    breaks: 'acknowledged means durable',
    edits: [
      {
        file: sqlite('commit-sync.ts'),
        find: "'leases.renew',",
        replace: "'leases.renew', 'calls.settle',",
      },
    ],
    // The first test traces system calls and is skipped where that is not possible.
    watches: [
      { file: 'guarantees/sync-order.test.ts', tests: 'sync to disk before its first byte' },
      { file: sqlite('commit-sync.test.ts'), tests: 'is on disk before it is answered' },
    ],
  },
  {
    number: 20,
    name: 'a charge may exceed its hold in the schema (SQLite)',
    breaks: 'settle ≤ hold',
    edits: [{ file: SQLITE_SCHEMA, ...chargeInPrice }],
    watches: sqliteWall('a charge above the hold'),
  },
  {
    number: 20,
    name: 'a charge may exceed its hold in the schema (PostgreSQL)',
    breaks: 'settle ≤ hold',
    edits: [{ file: POSTGRES_SCHEMA, ...chargeInPrice }],
    watches: postgresWall('a charge above the hold'),
  },
  {
    number: 21,
    name: 'a batch is acknowledged before its commit (SQLite)',
    breaks: 'acknowledged means durable',
    edits: [
      {
        file: sqlite('thread.ts'),
        find: 'return database.write(batch, batch.verbs, (context) => runInOrder(context, batch.verbs));',
        replace: `return database.write(batch, batch.verbs, (context) => {
        const outcomes = runInOrder(context, batch.verbs);
        port.postMessage(outcomes.map(packOutcome));
        return outcomes;
      });`,
      },
      {
        file: sqlite('thread.ts'),
        find: 'port.postMessage(outcomes.map(packOutcome), replayedIn(outcomes));',
        replace: "if (settings.mode === 'read') port.postMessage(outcomes.map(packOutcome));",
      },
    ],
    watches: [
      { file: sqlite('several-processes.test.ts'), tests: 'what was acknowledged is committed' },
      { file: 'guarantees/sync-order.test.ts', tests: 'sync to disk before its first byte' },
    ],
  },
  {
    number: 21,
    name: 'a batch is acknowledged before its commit (PostgreSQL)',
    breaks: 'acknowledged means durable',
    edits: [
      {
        file: postgres('transaction.ts'),
        find: 'await commit(connection, planned);\n      return planned.value;',
        replace: 'commit(connection, planned).catch(() => {});\n      return planned.value;',
      },
    ],
    watches: postgresConnection('lost in COMMIT'),
  },
  {
    number: 22,
    name: 'a broken verb takes its neighbours along (SQLite)',
    breaks: 'a verb is a transaction',
    edits: [
      {
        file: sqlite('thread.ts'),
        find: 'outcomes.push(isAway ? { ...last, inDoubt: false } : runBatch({ ...batch, verbs: [verb] })[0]!);',
        replace:
          'outcomes.push({ ok: false, unavailable: false, inDoubt: false, message: `${verb.name}: ${message}` });',
      },
    ],
    watches: sqliteTest('a verb that fails in a batch'),
  },
  {
    number: 22,
    name: 'a broken verb is half let through (SQLite)',
    breaks: 'a verb is a transaction',
    edits: [
      {
        file: sqlite('thread.ts'),
        find: 'database.write(batch, batch.verbs, (context) => runInOrder(context, batch.verbs))',
        replace: `database.write(batch, batch.verbs, (context) => batch.verbs.map((verb) => {
      try {
        return runInOrder(context, [verb])[0]!;
      } catch {
        return { ok: false, unavailable: false, inDoubt: false, message: 'broken' };
      }
    }))`,
      },
    ],
    watches: sqliteTest('a verb that fails in a batch'),
  },
  {
    number: 22,
    name: 'a broken verb takes its neighbours along (PostgreSQL)',
    breaks: 'a verb is a transaction',
    edits: [
      {
        file: postgres('batch.ts'),
        find: ': runHalves(context, verbs, waitFor);',
        replace: ': verbs.map(() => failed(error));',
      },
    ],
    watches: postgresBackend('with a verb that fails'),
  },
  {
    number: 32,
    name: 'a check that found a difference leaves a checkpoint',
    breaks: 'a difference is found until it is mended',
    edits: [
      {
        file: 'storage/verifying/verify-ledger.ts',
        find: 'const isClean = differences.count === ofCheckpoint;',
        replace: 'const isClean = ofCheckpoint >= 0;',
      },
    ],
    watches: [{ file: sqlite('checkpoint.test.ts'), tests: 'a check that finds a difference' }],
  },
  {
    number: 32,
    name: 'verification continues from a checkpoint that was changed',
    breaks: 'what is proven was added up by a check',
    edits: [
      {
        file: 'storage/verifying/verify-ledger.ts',
        find: 'known?.isWhole === true ? known : null',
        replace: 'known',
      },
    ],
    watches: [{ file: sqlite('checkpoint.test.ts'), tests: 'a checkpoint that was changed' }],
  },
];
