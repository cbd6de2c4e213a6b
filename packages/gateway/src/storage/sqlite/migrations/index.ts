// All migrations; their position is their number. A database stores its number in PRAGMA user_version.
import { addingSql, inSequence } from '../../added-columns.ts';
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

const own: readonly string[] = [
  initial,
  usageCarried,
  serviceSecret,
  growth,
  heldByPayer,
  terms,
  budgets,
  complaints,
  walkStates,
  sessions,
  lists,
  events,
  checkpoint,
  payments,
  webhooks,
  sharedLimits,
  statements,
  signups,
  grants,
  told,
  tiers,
  libraryTables,
  paybacks,
  disputed,
  libraryLists,
  libraryViews,
  gathering,
  duties,
  callQuestions,
  libraryChanges,
];
const TYPES = { text: 'TEXT', integer: 'INTEGER', bytes: 'BLOB' };

export const migrations = inSequence(own, (added) => addingSql(added, TYPES));

/**
 * The oldest schema version whose processes still work on the newest schema. It stays the same as long as migrations only add. A
 * migration that removes something raises it to the first version that no longer needs that.
 */
export const COMPATIBLE_FROM = 1;
