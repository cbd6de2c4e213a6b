// What `npm run check` says of planted bugs, apart from their formatting: what the types or the linter refuse needs no test. Both take as long
// for one bug as for all.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { filesOf } from '../mutation/judge.ts';
import { typesSay } from '../mutation/sieve.ts';
import type { Edit } from '../teeth/planted-bug.ts';
import type { Workshop } from '../teeth/workshop.ts';
import type { Failed, Suite } from './hunt.ts';
import type { Bug } from './planted.ts';

/** What `by` begins with. */
export const BY_TYPES = 'tsconfig.json > types';
const BY_LINTER = '.oxlintrc.json > npm run lint:promises';
/** `packages/x.ts(1,2): error TS…`, or `packages/x.ts:1:2: …` of the linter. */
const COMPLAINT = /^([^\s(:]+\.tsx?)(?:\(\d+,\d+\)|:\d+:\d+): .+/;
/** One file of each project of the compiler. */
const PROJECTS = ['packages/gateway/src/main.ts', 'packages/console/src/console/main.tsx'];
const OUTPUT_BYTES_MAX = 64_000_000;

export const editsOf = (bugs: readonly Bug[]) => bugs.flatMap(({ edits }) => edits);
const scriptsOf = (edits: readonly Edit[]) => filesOf(edits).filter((file) => /\.tsx?$/.test(file));

function complaints(lines: readonly string[], by: string, places?: readonly string[]): Failed[] {
  const failed = lines.flatMap((line) => {
    const [whole, place] = line.match(COMPLAINT) ?? [];
    return place === undefined ? [] : [{ place, by: `${by}: ${whole}` }];
  });
  return failed.filter(({ place }) => places === undefined || places.includes(place));
}

export function typesOf(workshop: Workshop): Suite<Bug> {
  return {
    failures: (bugs, places) =>
      workshop.broken(editsOf(bugs), async () =>
        complaints(typesSay(workshop.folder, places ?? PROJECTS), BY_TYPES, places),
      ),
  };
}

/** Promises that nobody waits for. */
export function linterOf(workshop: Workshop): Suite<Bug> {
  return {
    failures: (bugs, places) => {
      const edits = editsOf(bugs);
      return workshop.broken(edits, async () =>
        complaints(linterSays(workshop.folder, places ?? scriptsOf(edits)), BY_LINTER, places),
      );
    },
  };
}

function linterSays(cwd: string, files: readonly string[]): string[] {
  // Without files it would read all of them.
  if (files.length === 0) return [];
  const program = path.join(cwd, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(program, ['--threads=1', '--format=unix', ...files], {
    ...{ cwd, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX },
  });
  return stdout.split('\n');
}
