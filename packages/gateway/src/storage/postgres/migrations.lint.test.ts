// Checks all SQL of migrations with `squawk`, which finds statements that make others wait: an index that is built under a lock, or a
// column or constraint that rewrites or scans a whole table. Shipped migrations that would be written differently today are listed with
// the reason. A new one must not be added to the list for convenience.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isOnline, migrations } from './migrations/index.ts';

/** migrate.ts does this for every migration: no lock is waited for longer than half a second, then it tries again. */
const ELSEWHERE = ['require-lock-timeout', 'require-statement-timeout'];
/** The oldest server that is supported. */
const SERVER_VERSION = '14';

/** By the name of the migration and the rule. */
const SHIPPED: Record<string, string> = {
  'growth: require-concurrent-index-creation': 'before anybody had large months',
  'held by payer: require-concurrent-index-creation': 'an index over open holds is small',
  'held by payer: require-concurrent-index-deletion': 'in the lock that the migration takes first',
  'budgets: adding-foreign-key-constraint': 'the column is new and empty, so there is nothing to read',
  'lists: require-concurrent-index-creation':
    'indexes over failed calls, entries that are no charges, and keys: small parts',
  'payments: require-concurrent-index-creation': 'an index over the few accounts that recharge by themselves',
};

interface Finding {
  file: string;
  line: number;
  rule_name: string;
  message: string;
}

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-squawk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One file per migration, with its name. */
function lint(statements: Record<string, string>): string[] {
  const files = Object.entries(statements).map(([name, sql]) => {
    const file = path.join(folder, `${name}.sql`);
    writeFileSync(file, sql);
    return file;
  });
  const named = import.meta.resolve('squawk-cli/package.json');
  const program = path.join(path.dirname(new URL(named).pathname), 'js/bin/squawk');
  const options = ['--assume-in-transaction', '--pg-version', SERVER_VERSION, '--reporter', 'json'];
  const findings = JSON.parse(
    run([program, ...options, '--exclude', ELSEWHERE.join(','), ...files]),
  ) as Finding[];
  const found = findings.map(({ file, rule_name }) => `${path.basename(file, '.sql')}: ${rule_name}`);
  return [...new Set(found)].sort();
}

/** It exits with 1 when it has findings. */
function run(args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('no migration makes others wait, except for the listed shipped ones', () => {
  const statements = migrations.flatMap((one) => (isOnline(one) ? [] : [[one.name, one.sql] as const]));
  expect(lint(Object.fromEntries(statements))).toEqual(Object.keys(SHIPPED).sort());
});

test('an index under a lock, a column without a default and a whole check are noticed', () => {
  const found = lint({
    index: 'CREATE INDEX slow ON calls (key_id);',
    column: 'ALTER TABLE calls ADD COLUMN needed bigint NOT NULL;',
    check: 'ALTER TABLE calls ADD CONSTRAINT positive CHECK (seq > 0);',
  });
  expect(found).toContain('index: require-concurrent-index-creation');
  expect(found.some((one) => one.startsWith('column: '))).toBe(true);
  expect(found.some((one) => one.startsWith('check: '))).toBe(true);
});
