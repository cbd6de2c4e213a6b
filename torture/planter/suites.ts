// The suites that planted bugs are shown to together: the tests of `npm test`, those of `npm run test:processes`, and the journeys of
// `npm run test:console`.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Bug, editsOf } from './bug.ts';
import type { Failed, Suite } from './hunt.ts';
import type { Workshop } from './workshop.ts';

/** Whole suites take minutes, on a busy machine many. */
const SUITE_MS_MAX = 45 * 60_000;
const OUTPUT_BYTES_MAX = 64_000_000;
const SEED = '1';
/** Its tests compare the sources with lists of bugs, and would notice any. */
const LEFT_OUT = '--exclude=torture/**';
/** A bug often makes a test wait for what never comes. A test that is late for another reason passes when it is asked again. */
const SOON = '--testTimeout=45000';
const VITEST = 'node_modules/vitest/vitest.mjs';
const JOURNEYS = 'packages/console/journeys';
/** One claim that does not hold, as the journeys print it; the place is the database. */
const CLAIM = /^(build|sqlite|postgres): .+/gm;
const SUMMARY = /^.*(?:checks hold|SKIPPED).*$/gm;
const MESSAGE_CHARS_MAX = 100;

export const SUITES = ['unit', 'processes', 'console'] as const;
export type SuiteName = (typeof SUITES)[number];

export function suiteOf(name: SuiteName, workshop: Workshop): Suite<Bug> {
  const failuresIn = name === 'console' ? journeys : testsWith(name);
  return {
    failures: (bugs, places = []) =>
      workshop.broken(editsOf(bugs), async () => failuresIn(workshop.folder, places)),
  };
}

/** As the runner writes it. */
interface Report {
  testResults: {
    /** The file, with its whole path. */
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function testsWith(suite: SuiteName) {
  const env = { REELGATE_SEED: SEED, ...(suite === 'processes' && { REELGATE_TESTS: 'processes' }) };
  return (folder: string, places: readonly string[]): Failed[] => {
    const output = path.join(folder, 'report.json');
    rmSync(output, { force: true });
    const args = ['run', LEFT_OUT, SOON, ...places, '--reporter=json', `--outputFile=${output}`];
    const { status } = node(folder, [VITEST, ...args], env);
    if (status === null) return [{ place: places[0] ?? '', by: '(the tests did not end)' }];
    return failedTests(folder, JSON.parse(readFileSync(output, 'utf8')) as Report);
  };
}

function failedTests(folder: string, { testResults }: Report): Failed[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const place = path.relative(folder, name);
    const by = (test: string, said = '') =>
      `${place} > ${test}: ${said.split('\n')[0]!.slice(0, MESSAGE_CHARS_MAX)}`;
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ place, by: by(fullName, failureMessages[0]) }));
    return failed.length > 0 || message === '' ? failed : [{ place, by: by('(the file)', message) }];
  });
}

/** The pages are built anew, with the bugs in them. */
function journeys(folder: string, places: readonly string[]): Failed[] {
  node(folder, ['packages/console/build.ts']);
  node(folder, ['packages/gateway/guides/build.ts']);
  const only = places.filter((place) => place !== 'build').slice(0, 1);
  const { stdout, stderr, status } = node(folder, [`${JOURNEYS}/run.ts`, ...only]);
  for (const [line] of stdout.matchAll(SUMMARY)) console.log(`journeys: ${line}`);
  return claimsIn(stderr, status);
}

function node(cwd: string, [program, ...args]: readonly string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [path.join(cwd, program!), ...args], {
    ...{ cwd, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX },
    ...{ timeout: SUITE_MS_MAX, killSignal: 'SIGKILL' },
  });
}

export function claimsIn(said: string, status: number | null): Failed[] {
  const claims = [...said.matchAll(CLAIM)].map(([by, place]) => ({
    place: place!,
    by: `${JOURNEYS} > ${by}`,
  }));
  if (claims.length > 0 || status === 0) return claims;
  return [{ place: 'sqlite', by: `${JOURNEYS} > (the program): ${said.trim().split('\n').at(-1)}` }];
}
