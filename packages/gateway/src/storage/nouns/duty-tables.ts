// Where the duties of each kind are, and when they are due. Each noun keeps its duty in its own table, so that the commit that did the
// work also moves the duty on. Every table has the columns `lease`, `lease_until_ms` and `failures`.

import { OPERATOR_STREAM } from '../../domain/event.ts';
import type { DutyKind } from '../../domain/gathering/duty.ts';
import { ASK_AGAIN_MS } from '../../domain/payment-port.ts';
import { CLOSING_EVERY_MS } from '../../domain/statement.ts';

interface DutyTable {
  /** With the alias `t`, which the conditions below use. */
  table: string;
  id: string;
  /** The account that the duty belongs to. */
  party: string;
  /** Whether the row is a duty at all, due now or later. */
  isOpen: string;
  /** When it is due; `$1` is the time of the transaction. */
  dueAt: string;
  /** Whether it is due at `$1`, where an index cannot answer `dueAt <= $1`. */
  isDue?: string;
  /** Whether its failures concern the operator; all of them when absent. */
  countsAsFailing?: string;
  /** Written by a claim and by its renewals, given the time of the transaction and the end of the lease: keeps older releases away. */
  whileLeased?(now: string, until: string): string;
  /** Makes the duty due at `$1`. */
  setDue: string;
  /** Written by a release: makes due at `$1` what would otherwise wait for the end of a try. */
  onRelease?: string;
}

const CLOSING_ROW = 'statements_run_at_ms';

/**
 * A row that older releases claim by the time of the last try. Under a lease it is due when the lease lapses; otherwise it is due this long
 * after the try. A try that is newer than the end of the lease was made by a node of an older release, after the lease had lapsed.
 */
const afterTry = (triedAt: string, everyMs: number) =>
  `CASE WHEN ${triedAt} < t.lease_until_ms THEN t.lease_until_ms ELSE ${triedAt} + ${everyMs} END`;
const tryDueAtGiven = (triedAt: string, everyMs: number) => `${triedAt} = $1 - CAST(${everyMs} AS bigint)`;
const RECHARGE_DUE = `not_before_ms = CASE state WHEN 'wanted' THEN $1 ELSE not_before_ms END,
  tried_at_ms = CASE state WHEN 'charging' THEN $1 - CAST(${ASK_AGAIN_MS} AS bigint) ELSE tried_at_ms END`;

export const DUTY_TABLES: Record<DutyKind, DutyTable> = {
  webhook: {
    table: 'webhooks',
    id: 't.id',
    party: 't.stream',
    isOpen: `t.state = 'active' AND EXISTS (SELECT 1 FROM events e WHERE e.stream = t.stream AND e.seq > t.cursor_seq)`,
    // Without a failure: when the first event happened that the receiver has not got.
    dueAt: `CASE WHEN t.next_attempt_ms > 0 THEN t.next_attempt_ms ELSE coalesce((SELECT e.at_ms FROM events e
      WHERE e.stream = t.stream AND e.seq > t.cursor_seq ORDER BY e.seq LIMIT 1), 0) END`,
    isDue: 't.next_attempt_ms <= $1',
    setDue: 'next_attempt_ms = $1',
  },
  recharge: {
    table: 'recharges',
    id: 't.id',
    party: 't.account_id',
    isOpen: `t.state IN ('wanted', 'charging')`,
    dueAt: `CASE t.state WHEN 'wanted' THEN t.not_before_ms ELSE ${afterTry('t.tried_at_ms', ASK_AGAIN_MS)} END`,
    whileLeased: (
      now,
      until,
    ) => `not_before_ms = CASE state WHEN 'wanted' THEN ${until} ELSE not_before_ms END,
      tried_at_ms = CASE state WHEN 'charging' THEN ${now} ELSE tried_at_ms END`,
    setDue: RECHARGE_DUE,
    onRelease: RECHARGE_DUE,
  },
  payback: {
    table: 'paybacks',
    id: 't.id',
    party: 't.account_id',
    isOpen: `t.state = 'wanted'`,
    dueAt: afterTry('t.tried_at_ms', ASK_AGAIN_MS),
    whileLeased: (now) => `tried_at_ms = ${now}`,
    setDue: tryDueAtGiven('tried_at_ms', ASK_AGAIN_MS),
    onRelease: tryDueAtGiven('tried_at_ms', ASK_AGAIN_MS),
  },
  statements: {
    table: 'meta',
    id: 't.name',
    party: `'${OPERATOR_STREAM}'`,
    // Without entries there is nothing to state.
    isOpen: `t.name = '${CLOSING_ROW}' AND EXISTS (SELECT 1 FROM entries)`,
    dueAt: afterTry('t.value', CLOSING_EVERY_MS),
    whileLeased: (now) => `value = ${now}`,
    setDue: tryDueAtGiven('value', CLOSING_EVERY_MS),
    onRelease: tryDueAtGiven('value', CLOSING_EVERY_MS),
  },
  collection: {
    table: 'collections',
    id: 't.id',
    party: 't.account_id',
    isOpen: 't.ended_at_ms IS NULL',
    dueAt: 't.due_at_ms',
    // The others wait for money, a cap or a turn of their owner, which is no fault of the gateway or a platform.
    countsAsFailing: "COALESCE(t.waiting_for, 'provider') IN ('provider', 'quota')",
    setDue: 'due_at_ms = $1',
  },
  watch: {
    table: 'watches',
    id: 't.id',
    party: 't.account_id',
    isOpen: `t.state = 'active'`,
    dueAt: 'CASE WHEN t.run_now = 1 AND t.due_at_ms > $1 THEN $1 ELSE t.due_at_ms END',
    isDue: '(t.due_at_ms <= $1 OR t.run_now = 1)',
    // Otherwise a run that was asked for and failed would be due again at once.
    setDue: 'due_at_ms = $1, run_now = 0',
  },
};
