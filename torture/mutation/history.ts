// What the repository knows: the commit of today, and whether the tests are still those of an older one.
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
/** Tests, what they share, and the rules of the linter. */
const TESTS = [
  ...[':(glob)**/*.test.ts', ':(glob)**/*.contract.ts', ':(glob)**/testing/**', 'vitest.*.ts'],
  ...['packages/client-python/tests', 'packages/console/journeys', '.oxlintrc.json'],
];

/** At the start, when the copy is made: tests that are committed during the run were not asked. */
export const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], {
  cwd: ROOT,
  encoding: 'utf8',
}).trim();

/** No test has changed since then, so whatever notices now would have noticed then. */
export function testsAreThoseOf(since: string): boolean {
  return (
    since === commit ||
    spawnSync('git', ['diff', '--quiet', since, '--', ...TESTS], { cwd: ROOT }).status === 0
  );
}
