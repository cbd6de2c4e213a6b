// What `npm run check` says of planted bugs, apart from their formatting: what the types or the linter refuse needs no test. Both take as long
// for one bug as for all.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Bug, type Edit, editsOf, filesOf } from './bug.ts';
import type { Failed, Suite } from './hunt.ts';
import type { Workshop } from './workshop.ts';

/** What `by` begins with. */
const BY_TYPES = 'tsconfig.json > types';
const BY_LINTER = '.oxlintrc.json > npm run lint:promises';
/** `packages/x.ts(1,2): error TS…`, or `packages/x.ts:1:2: …` of the linter. */
const COMPLAINT = /^([^\s(:]+\.tsx?)(?:\(\d+,\d+\)|:\d+:\d+): .+/;
/** One file of each project of the compiler. */
const PROJECTS = ['packages/gateway/src/main.ts', 'packages/console/src/console/main.tsx'];
const OUTPUT_BYTES_MAX = 64_000_000;

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

/** The files that the compiler complains about when these were changed. */
export function refusedByTypes(folder: string, files: readonly string[]): Set<string> {
  return new Set(complaints(typesSay(folder, files), BY_TYPES).map(({ place }) => place));
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

/** Line by line, after a change of these files. */
function typesSay(folder: string, files: readonly string[]): string[] {
  const isPages = (file: string) => file.startsWith('packages/console/');
  const options = ['--noEmit', '--incremental', '--pretty', 'false', '--checkers', '2', '--tsBuildInfoFile'];
  const say = (...args: string[]) => linesOf(folder, 'tsc', [...options, ...args]);
  return [
    ...(files.every(isPages) ? [] : say('types.json')),
    ...(files.some(isPages) ? say('console.json', '-p', 'packages/console') : []),
  ];
}

function linterSays(folder: string, files: readonly string[]): string[] {
  // Without files it would read all of them.
  return files.length === 0 ? [] : linesOf(folder, 'oxlint', ['--threads=1', '--format=unix', ...files]);
}

function linesOf(cwd: string, program: string, args: readonly string[]): string[] {
  const { stdout } = spawnSync(path.join(cwd, 'node_modules/.bin', program), args, {
    ...{ cwd, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX },
  });
  return stdout.split('\n');
}
