// A small ledger in schema version 1, in SQL that both databases accept. All numbers in it differ, so that a migration that mixes up two
// columns is noticed. Only for tests.

/** All times are in November 2026. */
const AT_MS = 1_793_700_000_000;

const catalog = (unitPriceMicros: number) =>
  JSON.stringify({ currency: 'USD', overrides: [], endpoints: [{ path: '/*', unitPriceMicros }] });

export const oldRows: readonly string[] = [
  "UPDATE meta SET value = 17 WHERE name = 'revision'",
  `INSERT INTO accounts (id, name, currency, balance_micros, held_micros, entry_seq, rate_requests, rate_per_seconds,
                         rate_concurrent, created_at_ms)
   VALUES ('acc', 'name', 'USD', 989, 13, 2, 31, 32, 33, ${AT_MS})`,
  `INSERT INTO keys (id, account_id, name, prefix, groups, status, created_at_ms, expires_at_ms, addresses, rate_requests,
                     rate_per_seconds, rate_concurrent, daily_cap_micros, monthly_cap_micros)
   VALUES ('key', 'acc', 'ci', 'rgk_', '["u1"]', 'active', ${AT_MS + 1}, ${AT_MS + 2}, '[]', 41, 42, 43, 44, 45)`,
  `INSERT INTO key_secrets (hash, key_id, created_at_ms, valid_until_ms) VALUES ('hash', 'key', ${AT_MS + 3}, ${AT_MS + 4})`,
  `INSERT INTO calls (seq, account_id, request_id, epoch, state, node, key_id, fingerprint, path, route_group, platform,
                      operation, variant, catalog_version, price_micros, charged_micros, source, failure_code, attempts,
                      opened_at_ms, finished_at_ms)
   VALUES (1, 'acc', 'r1', 51, 'settled', 'n1', 'key', 'f1', '/p', 'u1', 'x', 'o', 'stable', 52, 12, 11, 'live', NULL, '[]',
           ${AT_MS + 5}, ${AT_MS + 6}),
          (2, 'acc', 'r2', 53, 'held', 'n2', 'key', 'f2', '/q', 'u2', 'y', 'p', 'economy', 54, 13, 0, NULL, NULL, NULL,
           ${AT_MS + 7}, NULL)`,
  `INSERT INTO entries (id, account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, reference, actor, reason)
   VALUES (1, 'acc', 1, 'topup', 1000, 1000, ${AT_MS + 8}, NULL, 'invoice', 'admin', 'why'),
          (2, 'acc', 2, 'charge', -11, 989, ${AT_MS + 6}, 1, NULL, 'key', NULL)`,
  `INSERT INTO usage_days (account_id, key_id, day, path, calls, failures, charged_micros, last_at_ms)
   VALUES ('acc', 'key', '2026-11-04', '/p', 1, 61, 11, ${AT_MS + 9}), ('acc', 'key', '2026-11-05', '/q', 0, 62, 0, ${AT_MS + 10})`,
  `INSERT INTO provider_days (day, path, provider, attempts, failures, duration_ms, cost_micros, charged_micros)
   VALUES ('2026-11-04', '/p', 'one', 71, 72, 73, 74, 75)`,
  `INSERT INTO rate_windows (scope, start_ms, used) VALUES ('key_id:key', ${AT_MS + 11}, 81)`,
  `INSERT INTO catalogs (version, effective_from_ms, published_at_ms, published_by, note, document)
   VALUES (52, ${AT_MS + 12}, ${AT_MS + 13}, 'admin', 'first', '${catalog(12)}'), (54, 0, 1, 'other', NULL, '${catalog(13)}')`,
  `INSERT INTO admin_tokens (id, name, prefix, hash, created_at_ms, revoked_at_ms)
   VALUES ('t', 'laptop', 'rga_', 'h', ${AT_MS + 14}, ${AT_MS + 15})`,
];

export const OLD_TABLES = [
  ...['meta', 'accounts', 'keys', 'key_secrets', 'calls', 'entries', 'usage_days', 'provider_days'],
  ...['rate_windows', 'catalogs', 'admin_tokens'],
] as const;

/** The month of all rows. */
export const OLD_MONTH_MS = AT_MS;
