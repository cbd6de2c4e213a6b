// All migrations; their position is their number, and the numbers are those of SQLite's.
import { addingSql, inSequence } from '../../added-columns.ts';
import type { OnlineIndex } from '../online-index.ts';
import { initial } from './0001-initial.ts';
import {
  budgets,
  complaints,
  growth,
  heldByPayer,
  serviceSecret,
  sessions,
  terms,
  usageCarried,
  walkStates,
} from './0002-0010.ts';
import {
  checkpoint,
  events,
  grants,
  lists,
  payments,
  sharedLimits,
  signups,
  statements,
  told,
  webhooks,
} from './0011-0020.ts';
import {
  callQuestions,
  disputed,
  duties,
  gathering,
  libraryLists,
  libraryTables,
  libraryViews,
  paybacks,
  tiers,
} from './0021-0029.ts';
import { libraryChanges } from './0032-library-changes.ts';

interface Versioned {
  name: string;
  /**
   * The oldest schema version whose nodes still work after this migration. A migration that only adds keeps the number of the one before.
   * One that removes something names the first version that no longer needs that.
   */
  compatibleFrom: number;
}

/** Applied in one transaction, which waits for a table only as long as paid calls may wait behind it. */
export interface TransactionalMigration extends Versioned {
  sql: string;
  /** Tables of earlier migrations that it locks more than once, or with increasing strength. */
  changes?: readonly string[];
}

/** What takes long on a large table: built while nodes work, and continued by the next start if it was killed. */
export interface OnlineMigration extends Versioned {
  online: readonly OnlineIndex[];
}

export type Migration = TransactionalMigration | OnlineMigration;

export const isOnline = (migration: Migration): migration is OnlineMigration => 'online' in migration;

const own: readonly Migration[] = [
  { name: 'initial', sql: initial, compatibleFrom: 1 },
  { name: 'usage carried', sql: usageCarried, compatibleFrom: 1 },
  { name: 'service secret', sql: serviceSecret, compatibleFrom: 1 },
  { name: 'growth', sql: growth, compatibleFrom: 1 },
  { name: 'held by payer', sql: heldByPayer, compatibleFrom: 1, changes: ['calls'] },
  { name: 'terms', sql: terms, compatibleFrom: 1 },
  { name: 'budgets', sql: budgets, compatibleFrom: 1, changes: ['accounts', 'keys', 'calls'] },
  { name: 'complaints', sql: complaints, compatibleFrom: 1, changes: ['accounts', 'calls'] },
  { name: 'walk states', sql: walkStates, compatibleFrom: 1 },
  { name: 'sessions', sql: sessions, compatibleFrom: 1, changes: ['accounts', 'keys', 'admin_tokens'] },
  { name: 'lists', sql: lists, compatibleFrom: 1, changes: ['calls', 'usage_days', 'usage_carried'] },
  { name: 'events', sql: events, compatibleFrom: 1 },
  { name: 'checkpoint', sql: checkpoint, compatibleFrom: 1 },
  { name: 'payments', sql: payments, compatibleFrom: 1, changes: ['accounts'] },
  { name: 'webhooks', sql: webhooks, compatibleFrom: 1 },
  { name: 'shared limits', sql: sharedLimits, compatibleFrom: 1 },
  { name: 'statements', sql: statements, compatibleFrom: 1, changes: ['accounts'] },
  { name: 'signups', sql: signups, compatibleFrom: 1, changes: ['accounts'] },
  { name: 'grants', sql: grants, compatibleFrom: 1, changes: ['accounts'] },
  { name: 'told', sql: told, compatibleFrom: 1 },
  { name: 'tiers', sql: tiers, compatibleFrom: 1 },
  { name: 'library', sql: libraryTables, compatibleFrom: 1 },
  { name: 'paybacks', sql: paybacks, compatibleFrom: 1 },
  { name: 'disputed', sql: disputed, compatibleFrom: 1 },
  { name: 'library lists', sql: libraryLists, compatibleFrom: 1, changes: ['library_records'] },
  { name: 'library views', online: libraryViews, compatibleFrom: 1 },
  { name: 'gathering', sql: gathering, compatibleFrom: 1, changes: ['accounts', 'keys'] },
  { name: 'duties', sql: duties, compatibleFrom: 1, changes: ['recharges', 'paybacks', 'meta'] },
  { name: 'call questions', sql: callQuestions, compatibleFrom: 1 },
  { name: 'library changes', sql: libraryChanges, compatibleFrom: 1, changes: ['library_records'] },
];
const TYPES = { text: 'text', integer: 'bigint', bytes: 'bytea' };

export const migrations = inSequence<Migration>(own, (added) => ({
  name: added.name,
  sql: addingSql(added, TYPES),
  compatibleFrom: 1,
  changes: Object.keys(added.columns),
}));
