// Every named duration, and the tests that visit both sides of it. A test visits a duration by importing it and by asking one unit
// before or after it: `NAME - 1` or `NAME + 1`. All others are listed here with the reason, so a new duration without a test fails.
// `npm run plant -- drawn --durations` makes each of them twice and half as long and shows which changes no test notices.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '..');
const isTest = (file: string) => /\.(test|contract|model)\.ts$|(^|\/)testing/.test(file);
const read = (file: string) => readFileSync(path.join(SOURCES, file), 'utf8');
const files = globSync('**/*.ts', { cwd: SOURCES }).toSorted();

const NAMED = /^(?:export )?const ([A-Z][A-Z0-9_]*_(?:MS|SECONDS|DAYS)) =/gm;
/** Units of time need no test. */
const UNIT = /^(?:MINUTE|HOUR|DAY|UNIT)_/;

const named = files
  .filter((file) => !isTest(file) && !file.startsWith('connectors/'))
  .flatMap((file) => [...read(file).matchAll(NAMED)].map(([, name]) => ({ file, name: name! })))
  .filter(({ name }) => !UNIT.test(name));

/** `import { …, NAME, … } from '…/module.ts'` in a test, by the module and the name. */
function importsOf(file: string): { from: string; name: string }[] {
  return [...read(file).matchAll(/^import \{([^}]*)\} from '(\.[^']+)';/gm)].flatMap(([, names, from]) => {
    const module = path.join(path.dirname(file), from!);
    return names!.split(',').map((one) => {
      const [given, local] = one.trim().split(' as ');
      return { from: `${module}:${given}`, name: local ?? given! };
    });
  });
}

/** Whether a test asks for one unit before or after the duration. */
const asksBothSides = (text: string, name: string) =>
  new RegExp(`\\b${name}\\b[^;\\n]{0,40}[-+] 1\\b`).test(text);

const imported = new Set<string>();
const visited = new Set<string>();
for (const file of files.filter(isTest)) {
  for (const { from, name } of importsOf(file)) {
    imported.add(from);
    if (asksBothSides(read(file), name)) visited.add(from);
  }
}

/** How long this process waits, or how often it looks. Another value makes it slower or busier, but not wrong. */
const WAITS = `
assemble/shared-cache.ts:START_WAIT_MS
call/trying/attempt-failure.ts:LOCAL_RETRY_MS
call/trying/attempt-failure.ts:CLOSED_RETRY_MS
call/reading/locate.ts:LOOK_UP_MS
call/reading/locate.ts:RETRY_MS
call/trying/miss-limit.ts:RETRY_RESERVED_MS
call/open.ts:RUNNING_RETRY_MS
call/gathering/gather-pace.ts:LOOK_MS
features/events/event.cli.ts:FOLLOW_MS
features/watches/watch-runs.ts:CAP_RETRY_MS
features/watches/watch-runs.ts:MOVED_RETRY_MS
features/watches/watch-runs.ts:REDO_RETRY_MS
cli/buying/collect.ts:LOOK_MS
features/collections/collect.ts:MOVED_RETRY_MS
cli/remote-tools.ts:PAYER_MS
cli/storage/storage-archive.ts:EVERY_SECONDS
cli/storage/storage-archive.ts:NOTED_MS
cli/top/top.ts:EVERY_SECONDS
cli/top/top.ts:LOOK_SECONDS
cli/top/top.ts:NODES_MS
domain/limiting/account-limiter.ts:RETRY_CONCURRENT_MS
domain/limits.ts:REVISION_POLL_MS
domain/limits.ts:CLOSE_MS
features/events/event-waiters.ts:RETRY_AFTER_MS
http/connections/close-connections.ts:CLOSE_IDLE_MS
http/sessions/cors.ts:PREFLIGHT_SECONDS
http/answers/error-failure.ts:RETRY_OVERLOADED_MS
http/answers/error-failure.ts:RETRY_STORAGE_MS
http/health.ts:READY_KEPT_MS
http/health.ts:READY_WAIT_MS
http/limits/connection-queues.ts:RETRY_AFTER_MS
http/connections/unread-bytes.ts:RETRY_AFTER_MS
http/server.ts:UNAVAILABLE_LINE_MS
http/limits/shed-load.ts:RETRY_AFTER_MS
http/connections/starting-listener.ts:RETRY_MS
jobs/jobs.ts:AWAY_AGAIN_MS
jobs/jobs.ts:DUTIES_INTERVAL_MS
jobs/jobs.ts:GIVE_BACK_INTERVAL_MS
jobs/jobs.ts:PURGE_INTERVAL_MS
jobs/jobs.ts:EXPIRE_GRANTS_INTERVAL_MS
jobs/jobs.ts:PURGE_USAGE_INTERVAL_MS
jobs/jobs.ts:RECHARGE_INTERVAL_MS
jobs/jobs.ts:WATCH_INTERVAL_MS
jobs/jobs.ts:FOLLOW_SETTINGS_MS
jobs/jobs.ts:LEASES_INTERVAL_MS
jobs/jobs.ts:QUOTAS_INTERVAL_MS
jobs/jobs.ts:WATCH_PROVIDERS_MS
jobs/jobs.ts:TELL_PRICES_MS
library/missing-library.ts:LOOK_EVERY_MS
library/limits.ts:PROGRESS_INTERVAL_MS
library/limits.ts:BUSY_TIMEOUT_MS
library/limits.ts:COUNT_BUDGET_MS
library/limits.ts:FOLLOW_MS
library/postgres/snapshot.ts:READ_MS
library/postgres/snapshot.ts:ROOM_PAUSE_MS
library/postgres/store-writer.ts:WRITE_MS
main.ts:LINGER_MS
mcp/protocol.ts:LIST_TTL_MS
observe/call-log.ts:FLUSH_MS
observe/call-traces.ts:SEND_INTERVAL_MS
observe/otlp-exporter.ts:SEND_TIMEOUT_MS
observe/outage.ts:REPEAT_MS
storage/ledger/rate-windows.ts:CONCURRENT_RETRY_MS
storage/steps/long-reads.ts:RETRY_BUSY_MS
storage/postgres/queues/locked-account-queues.ts:REMEMBERED_MS
storage/postgres/marks.ts:NEWEST_MS
storage/postgres/marks.ts:SAVE_MS
storage/postgres/connection.ts:CONNECT_MS
storage/postgres/connection.ts:IDLE_MS
storage/postgres/export.ts:FOREVER_MS
storage/postgres/ledger/ledger-read.ts:ACCOUNT_WAIT_MS
storage/postgres/listener.ts:PROBE_MS
storage/postgres/listener.ts:RETRY_MS
storage/postgres/migrate.ts:MIGRATION_MS
storage/postgres/migrate.ts:TABLE_WAIT_MS
storage/postgres/migrate.ts:PAUSE_MS
storage/postgres/migrate.ts:ONLINE_MS
storage/postgres/nodes.ts:BEAT_MS
storage/postgres/open-storage.ts:START_MS
storage/postgres/open-storage.ts:START_PAUSE_MS
storage/postgres/retention.ts:DROP_WAIT_MS
storage/postgres/adaptive-pool.ts:TRY_AGAIN_MS
storage/postgres/transaction.ts:LOCK_MS
storage/postgres/transaction.ts:STATEMENT_MS
storage/postgres/transaction.ts:IDLE_IN_TRANSACTION_MS
storage/postgres/transaction.ts:PAUSE_MS
storage/postgres/transaction.ts:LONG_MS
storage/sqlite/connection.ts:BUSY_TIMEOUT_MS
storage/sqlite/open-storage.ts:PROGRESS_MS
storage/sqlite/report-threads.ts:IDLE_MS
terminal/gateway-client.ts:TIMEOUT_MS
terminal/gateway-client.ts:CONNECT_TIMEOUT_MS
terminal/progress.ts:PLAIN_LINE_MS
upstream/limits.ts:CONNECT_TIMEOUT_MS
upstream/limits.ts:TUNNEL_TIMEOUT_MS
upstream/limits.ts:IDLE_MS
upstream/limits.ts:IDLE_MARGIN_MS
upstream/limits.ts:QUIET_MS
upstream/limits.ts:BURST_SECONDS
workers/channel.ts:ANSWER_MS
workers/primary.ts:STEADY_MS
`;
/**
 * Visited on both sides by a test that writes the time out, so that twice or half of it fails the test: the test, and its words for one side
 * or for the exact time.
 */
const WRITTEN_OUT: Record<string, [file: string, words: string]> = {
  'http/well-known.ts:SECURITY_TEXT_MS': ['http/free-reads.test.ts', '(today + 180) * 86_400_000'],
  'call/all/likeness.ts:LENGTH_TOLERANCE_MS': ['call/all/likeness.test.ts', '62_001'],
  'addresses/short-links.ts:DEAD_KEPT_MS': ['addresses/short-links.test.ts', 'nowMs += 59_999'],
  'addresses/short-links.ts:KEPT_MS': ['addresses/short-links.test.ts', 'nowMs += 3_599_999'],
  'assemble/lease-limits.ts:LEASE_MS': ['assemble/lease-limits.test.ts', '[4_999, 3]'],
  'assemble/watching.ts:MONTH_DAYS': ['assemble/watching.test.ts', '[150, 5, null, 1]'],
  'cache/cache-policy.ts:ABSENCE_FRESH_MS': [
    'call/answers/rejections.test.ts',
    "['VIDEO_NOT_FOUND', 600_000]",
  ],
  'cache/shared-cache.ts:ERA_LIFE_MS': ['cache/shared-cache.test.ts', 'advance(8 * DAY - 1)'],
  'call/reading/known-ids.ts:KEPT_MS': ['call/reading/known-ids.test.ts', 'nowMs = 3_599_999'],
  'domain/limits.ts:CALL_DEADLINE_MS': ['call/trying/stability.test.ts', "[14_901, ['first'], 502]"],
  'domain/limits.ts:QUOTE_MS': ['call/prices/quotes.test.ts', 'nowMs += 15 * 60_000'],
  'domain/limits.ts:WALK_KEEP_MS': ['jobs/jobs.test.ts', 'forMs: DAY'],
  'domain/access/session.ts:LOGIN_CODE_MS': ['http/sessions/console-session.test.ts', 'advance(119_999)'],
  'domain/access/session.ts:SESSIONS_KEPT_MS': ['jobs/jobs.test.ts', 'forMs: 7 * DAY'],
  'domain/access/session.ts:SESSION_MS': [
    'http/sessions/console-session.test.ts',
    'advance(12 * 3_600_000 - 1)',
  ],
  'domain/webhook.ts:RETRY_MS': ['features/webhooks/deliver-webhooks.test.ts', '[5, 300, 1_800, 7_200,'],
  'duties/duty-runner.ts:RETRY_MS': ['duties/duty-runner.test.ts', 'toEqual([0, 5, 10, 20])'],
  'features/calls/call.admin.ts:OVERLAP_MS': ['features/calls/call.admin.test.ts', '[5_000, 1],'],
  'features/payments/reconcile.ts:DISPUTED_DAYS': ['jobs/jobs.test.ts', "['disputed', 120]"],
  'features/payments/reconcile.ts:RECONCILED_DAYS': ['jobs/jobs.test.ts', "['paid', 3]"],
  'features/payments/reconcile.ts:RECONCILE_EVERY_MS': ['jobs/jobs.test.ts', '[0, HOUR - 1, 1]'],
  'features/payments/reconcile.ts:REFUNDED_DAYS': ['jobs/jobs.test.ts', "['refund failed', 60]"],
  'features/service/service.admin.ts:RUNWAY_DAYS': [
    'features/service/service.admin.test.ts',
    "['3', '2.999999']",
  ],
  'features/watches/watch-views.ts:MONTH_MS': [
    'features/watches/watch-views.test.ts',
    '{ everyMs: DAY_MS }, 31]',
  ],
  'health/recent-latencies.ts:LONGEST_MS': ['health/latency.test.ts', '63_000, 60_000'],
  'health/recent-latencies.ts:SHORTEST_MS': ['health/latency.test.ts', '0.055, 0.055'],
  'health/recent-seconds.ts:WINDOW_SECONDS': ['health/retry-tokens.test.ts', 'world.pass(9_999)'],
  'http/limits/known-scrapers.ts:KNOWN_MS': ['http/limits/known-scrapers.test.ts', 'nowMs = DAY - 1'],
  'jobs/jobs.ts:ENDED_WATCH_KEPT_MS': ['jobs/jobs.test.ts', 'forMs: 30 * DAY'],
  'mcp/question-id.ts:WINDOW_MS': ['mcp/shown-records.test.ts', 'MINUTES_10 * 6 - 1'],
  'pictures/pictures.ts:KEPT_MS': ['pictures/pictures.test.ts', 'pass(599_999)'],
  'pictures/pictures.ts:MISSING_KEPT_MS': ['pictures/pictures.test.ts', 'pass(59_999)'],
  'process/stop-signal.ts:ECHO_MS': ['process/stop-signal.test.ts', 'nowMs = 999'],
  'storage/ledger/call-steps.ts:STEP_MS': ['storage/ledger/call-steps.test.ts', 'midnightMs + 299_999'],
  'storage/nouns/collections.ts:ROW_KEPT_MS': [
    'storage/contracts/collections.contract.ts',
    'advance(30 * DAY_MS - 1)',
  ],
  'storage/nouns/find-entries-by-time.ts:CLOCK_STEP_MS': [
    'storage/nouns/find-entries-by-time.test.ts',
    'first: 44, behind: 66',
  ],
  'storage/nouns/overview.ts:SPENT_DAYS': [
    'features/calls/call.account.test.ts',
    'advance(6.5 * 86_400_000 - 1)',
  ],
  'storage/nouns/price-events.ts:USED_MS': ['storage/contracts/events.contract.ts', '[29, 2]'],
  'storage/nouns/quotas.ts:KEPT_MS': ['storage/contracts/quotas.contract.ts', '[101, 0]'],
  'storage/postgres/nodes.ts:FORGET_MS': ['storage/postgres/backend.test.ts', '[3_600_000, 2]'],
  'storage/postgres/nodes.ts:NODE_GONE_MS': ['storage/postgres/backend.test.ts', 'advance(14_999)'],
  'storage/verifying/verify-ledger.ts:COMMITTED_MS': [
    'storage/contracts/checkpoint.contract.ts',
    '[59_999, 1]',
  ],
  'verb/reports.ts:DEFAULT_DAYS': ['verb/reports.test.ts', "fromDay: '2026-10-17'"],
};
/** A test imports these and compares what is measured, answered or written with them, without a step to either side. */
const COMPARED = `
call/gathering/gather-pace.ts:PAGE_EVERY_MS
cache/cache-policy.ts:NEGATIVE_FRESH_MS
call/gathering/watch-run.ts:RUN_READ_MS
domain/gathering/duty.ts:LATE_AFTER_MS
domain/limits.ts:DRAIN_MS
domain/limits.ts:HOLD_TTL_MS
domain/limits.ts:SWEEP_INTERVAL_MS
domain/statement.ts:CLOSING_EVERY_MS
duties/duty-runner.ts:DUTY_LEASE_MS
duties/duty-runner.ts:RENEW_EVERY_MS
features/collections/collect.ts:BALANCE_RETRY_MS
features/collections/collect.ts:PROVIDER_RETRY_MS
features/status/status-figures.ts:MONTH_DAYS
features/status/status-figures.ts:MONTH_SECONDS
features/status/status-figures.ts:STATUS_SECONDS
features/watches/watch-runs.ts:HELD_RETRY_MS
health/breaker.ts:OPEN_MS
health/recent-attempts.ts:RECENT_MS
library/limits.ts:SEARCH_BUDGET_MS
library/limits.ts:SUGGEST_BUDGET_MS
process/idle-collection.ts:LOOK_MS
process/idle-collection.ts:START_MS
storage/nouns/collection-work.ts:TURN_AGAIN_MS
storage/postgres/database-clock.ts:NOW_MS
storage/postgres/transaction.ts:RESOLVE_MS
storage/postgres/transaction.ts:TRANSACTION_MS
observe/spans.ts:ROUNDED_MS
`;
const linesOf = (...lists: string[]) => lists.flatMap((list) => list.trim().split('\n')).toSorted();
const all = named.map(({ file, name }) => `${file}:${name}`);

test('a test asks on both sides of every named duration, or the duration only waits or is compared', () => {
  const unvisited = all.filter((one) => !visited.has(one) && WRITTEN_OUT[one] === undefined);
  expect(unvisited.toSorted()).toEqual(linesOf(WAITS, COMPARED));
  expect(all.length - unvisited.length).toBeGreaterThan(15);
});

test('what is listed as compared is imported by a test', () => {
  expect(linesOf(COMPARED).filter((one) => !imported.has(one))).toEqual([]);
});

test('each test that writes a duration out says what it is named for here', () => {
  const silent = Object.entries(WRITTEN_OUT).filter(([, [file, words]]) => !read(file).includes(words));
  expect(silent).toEqual([]);
  expect(Object.keys(WRITTEN_OUT).filter((one) => !all.includes(one))).toEqual([]);
});
