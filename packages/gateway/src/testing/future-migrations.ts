// Migrations that a future release might apply to a ledger in use: new columns on its largest tables, for which older nodes have prepared
// queries, and indexes over all calls and entries. Only for tests and measurements, never applied to a real database.
import type { Migration } from '../storage/postgres/migrations/index.ts';

export const comingMigrations: readonly Migration[] = [
  {
    name: 'coming columns',
    compatibleFrom: 1,
    changes: ['accounts', 'calls', 'entries'],
    sql: `
      ALTER TABLE accounts ADD COLUMN coming bigint;
      ALTER TABLE calls ADD COLUMN coming text;
      ALTER TABLE entries ADD COLUMN coming bigint NOT NULL DEFAULT 0;`,
  },
  {
    name: 'coming indexes',
    compatibleFrom: 1,
    online: [
      { name: 'calls_coming', table: 'calls', on: '(key_id, seq)' },
      { name: 'entries_coming', table: 'entries', on: '(account_id, at_ms)' },
    ],
  },
];
