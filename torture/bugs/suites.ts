// The suites that planted bugs are shown to together: the tests of `npm test`, those of `npm run test:processes`, and the journeys of
// `npm run test:console`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Workshop } from '../teeth/workshop.ts';
import { editsOf } from './checks.ts';
import type { Failed, Suite } from './hunt.ts';
import type { Bug } from './planted.ts';

/** Whole suites take minutes, on a busy machine many. */
const SUITE_MS_MAX = 45 * 60_000;
const OUTPUT_BYTES_MAX = 64_000_000;
const SEED = '1';
/** Its tests compare the sources with lists of bugs, and would notice any. */
const LEFT_OUT = '--exclude=torture/**';
/** A bug often makes a test wait for what never comes. A test that is late for another reason passes when it is asked again. */
const SOON = '--testTimeout=45000';
const JOURNEYS = 'packages/console/journeys';
/** One claim that does not hold, as the journeys print it; the place is the database. */
const CLAIM = /^(build|sqlite|postgres): .+/gm;
const SUMMARY = /^.*(?:checks hold|SKIPPED).*$/gm;
const MESSAGE_CHARS_MAX = 100;

export const SUITES = ['unit', 'processes', 'console'] as const;
export type SuiteName = (typeof SUITES)[number];

export function suiteOf(name: SuiteName, workshop: Workshop): Suite<Bug> {
  if (name === 'console') return new Journeys(workshop);
  return new Tests(workshop, name === 'processes' ? { REELGATE_TESTS: 'processes' } : {});
}

class Tests implements Suite<Bug> {
  readonly #workshop: Workshop;
  readonly #env: Record<string, string>;

  constructor(workshop: Workshop, env: Record<string, string>) {
    this.#workshop = workshop;
    this.#env = { ...env, REELGATE_SEED: SEED };
  }

  async failures(bugs: readonly Bug[], places: readonly string[] = []): Promise<Failed[]> {
    const failed = await this.#workshop.broken(editsOf(bugs), () =>
      this.#workshop.failures([LEFT_OUT, SOON, ...places], this.#env, SUITE_MS_MAX),
    );
    if (failed === null) return [{ place: places[0] ?? '', by: '(the tests did not end)' }];
    return failed.map(({ file, test, message }) => {
      return { place: file, by: `${file} > ${test}: ${message.slice(0, MESSAGE_CHARS_MAX)}` };
    });
  }
}

/** The pages are built anew, with the bugs in them. */
class Journeys implements Suite<Bug> {
  readonly #workshop: Workshop;

  constructor(workshop: Workshop) {
    this.#workshop = workshop;
  }

  async failures(bugs: readonly Bug[], places: readonly string[] = []): Promise<Failed[]> {
    return this.#workshop.broken(editsOf(bugs), async () => {
      this.#node('packages/console/build.ts');
      this.#node('packages/gateway/guides/build.ts');
      const [only] = places.filter((place) => place !== 'build');
      const isOne = places.length > 0 && only !== undefined;
      const { stdout, stderr, status } = this.#node(`${JOURNEYS}/run.ts`, ...(isOne ? [only] : []));
      for (const [line] of stdout.matchAll(SUMMARY)) console.log(`journeys: ${line}`);
      return claimsIn(stderr, status);
    });
  }

  #node(program: string, ...args: string[]) {
    return spawnSync(process.execPath, [path.join(this.#workshop.folder, program), ...args], {
      cwd: this.#workshop.folder,
      encoding: 'utf8',
      maxBuffer: OUTPUT_BYTES_MAX,
      timeout: SUITE_MS_MAX,
    });
  }
}

export function claimsIn(said: string, status: number | null): Failed[] {
  const claims = [...said.matchAll(CLAIM)].map(([by, place]) => ({
    place: place!,
    by: `${JOURNEYS} > ${by}`,
  }));
  if (claims.length > 0 || status === 0) return claims;
  return [{ place: 'sqlite', by: `${JOURNEYS} > (the program): ${said.trim().split('\n').at(-1)}` }];
}
