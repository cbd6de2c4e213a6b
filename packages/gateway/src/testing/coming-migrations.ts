// Owns what a coming release may do to a ledger that others serve: columns on its largest tables, whose rows old nodes have statements
// prepared for, and indexes over all calls and entries. For tests and measurements alone; no database of anybody is ever given them.
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
