// Meets real servers: installs what Debian has of them, prints their versions, and runs the tests that elsewhere meet imitations. What is
// missing is skipped by name, and the last line says what was met. Run: npm run test:servers; `--all` also runs every contract suite of the
// storage through the pooler, which takes minutes.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installServers } from './install.ts';
import { SERVER_NAMES, SERVERS, type ServerName } from './programs.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const CONFIG = path.join(import.meta.dirname, 'vitest.config.ts');
/** Suites beside the code that use a server when one is installed. */
const BESIDE_THE_CODE = ['src/cache/valkey.test.ts', 'src/guarantees/deploy.test.ts'];
const CONTRACTS = 'src/storage/postgres/contracts.test.ts';
/** The suites of the contract about money, by the titles of their tests. */
const OF_MONEY =
  'PostgreSQL(: (budgets|complaints|grants|payments)|, (at the edges|for a)| storage (a (call|request id|hold|spend cap)|the balance|money))';

interface Run {
  title: string;
  needs: ServerName[];
  files: string[];
  flags?: string[];
}

const RUNS: Run[] = [
  { title: 'each server', needs: [], files: ['servers', ...BESIDE_THE_CODE] },
  {
    title: 'the contract of the storage through a pooler',
    needs: ['PostgreSQL', 'PgBouncer'],
    files: [CONTRACTS],
    flags: process.argv.includes('--all') ? [] : ['-t', OF_MONEY],
  },
];

const secondsSince = (startMs: number) => ((Date.now() - startMs) / 1_000).toFixed(0);

function isGood({ title, needs, files, flags = [] }: Run): boolean {
  const missing = needs.filter((name) => !isThere(name));
  if (missing.length > 0) {
    console.log(`\n!!!! SKIPPED: ${title}. Not installed: ${missing.join(', ')}.\n`);
    return true;
  }
  const startMs = Date.now();
  const named = files.map((file) => path.join('packages/gateway', file));
  const args = [VITEST, 'run', '--config', CONFIG, ...named, ...flags];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  console.log(`${title}: ${status === 0 ? 'as it must be' : 'FAILED'}, ${secondsSince(startMs)} s`);
  return status === 0;
}

const isThere = (name: ServerName) => SERVERS[name].find() !== null;

function main(): number {
  const startMs = Date.now();
  installServers();
  const missing = SERVER_NAMES.filter((name) => !isThere(name));
  console.log(`Looking for servers and installing them took ${secondsSince(startMs)} s.`);
  if (missing.length > 0)
    console.log(`\n!!!! SKIPPED, because it is not installed: ${missing.join(', ')}.\n`);
  const met = SERVER_NAMES.filter(isThere).map(
    (name) => `${name} ${SERVERS[name].version(SERVERS[name].find()!)}`,
  );
  const failed = RUNS.filter((run) => !isGood(run));
  console.log(`Met ${met.join(', ') || 'no server'}.`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = main();
