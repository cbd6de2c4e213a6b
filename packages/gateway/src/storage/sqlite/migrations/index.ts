// All migrations; their position is their number. A database stores its number in PRAGMA user_version.
import { initial } from './0001-initial.ts';
import { usageCarried } from './0002-usage-carried.ts';
import { serviceSecret } from './0003-service-secret.ts';
import { growth } from './0004-growth.ts';
import { heldByPayer } from './0005-held-by-payer.ts';
import { terms } from './0006-terms.ts';
import { budgets } from './0007-budgets.ts';
import { complaints } from './0008-complaints.ts';
import { walkStates } from './0009-walk-states.ts';
import { sessions } from './0010-sessions.ts';
import { lists } from './0011-lists.ts';
import { events } from './0012-events.ts';
import { checkpoint } from './0013-checkpoint.ts';
import { payments } from './0014-payments.ts';
import { webhooks } from './0015-webhooks.ts';
import { sharedLimits } from './0016-shared-limits.ts';
import { statements } from './0017-statements.ts';
import { signups } from './0018-signups.ts';
import { grants } from './0019-grants.ts';
import { told } from './0020-told.ts';
import { tiers } from './0021-tiers.ts';
import { libraryTables } from './0022-library.ts';
import { paybacks } from './0023-paybacks.ts';
import { disputed } from './0024-disputed.ts';
import { libraryLists, libraryViews } from './0025-library-lists.ts';
import { gathering } from './0027-gathering.ts';
import { duties } from './0028-duties.ts';
import { callQuestions } from './0029-call-questions.ts';
import { requestedRuns } from './0030-requested-runs.ts';
import { paidBefore } from './0031-paid-before.ts';
import { libraryChanges } from './0032-library-changes.ts';

export const migrations: readonly string[] = [
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
  requestedRuns,
  paidBefore,
  libraryChanges,
];

/**
 * The oldest schema version whose processes still work on the newest schema. It stays the same as long as migrations only add. A
 * migration that removes something raises it to the first version that no longer needs that.
 */
export const COMPATIBLE_FROM = 1;
