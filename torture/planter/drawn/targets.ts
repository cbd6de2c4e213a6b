// The production code that mutants are made of: everything that the gateway, the client and the pages load, and the Python client. Figures
// are kept by area: a folder of the gateway (each feature is one), its SQL, or another package.
import { globSync } from 'node:fs';
import path from 'node:path';
import { modules } from '../../money/modules.ts';
import type { ImportGraph } from '../tests-of.ts';

const GATEWAY = 'packages/gateway/src';
const ENTRIES = [
  `${GATEWAY}/main.ts`,
  'packages/client/src/index.ts',
  'packages/console/src/console/main.tsx',
  'packages/console/src/portal/main.tsx',
];
/** Migrations of released versions never change. `api-types` and `operations` are written by a program. */
const LEFT_OUT = /\.test\.ts$|\/testing\/|\/migrations\/|\/api-types\.ts$|\/generated\//;
const PYTHON = 'packages/client-python/src/reelgate/*.py';
/** Written by a program. */
const PYTHON_LEFT_OUT = /\/types\.py$|\/__init__\.py$/;

export interface Targets {
  files: string[];
  /**
   * Modules that no unit test loads: most pages, which the journeys in a browser test (`npm run test:console`), and what starts a process
   * (`npm run test:processes`). Both are too slow for mutants.
   */
  unseen: string[];
}

export function targetsOf(root: string, graph: ImportGraph): Targets {
  const python = globSync(PYTHON, { cwd: root }).filter((file) => !PYTHON_LEFT_OUT.test(file));
  const loaded = graph.loadedBy(ENTRIES).filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file));
  const isUnseen = (file: string) => graph.testsOf(file, { max: 1 }).length === 0;
  return {
    files: [...loaded.filter((file) => !isUnseen(file)), ...python].toSorted(),
    unseen: loaded.filter(isUnseen).toSorted(),
  };
}

/** The modules that move money, each with the tests chosen for it. */
export const moneyTests = new Map(
  modules.map(({ file, tests }) => [`${GATEWAY}/${file}`, tests.map((name) => `${GATEWAY}/${name}`)]),
);

/** SQL of the storage is an area of its own, or few of its mistakes would be drawn. */
export function areaOf(file: string, what: string): string {
  if (what.startsWith('SQL') && file.startsWith(`${GATEWAY}/storage/`)) return 'storage, SQL';
  const [, name, , first, second] = file.split('/') as [string, string, string, string, string?];
  if (name !== 'gateway') return name;
  if (second === undefined) return 'main';
  return first === 'features' && !path.extname(second) ? `features/${second}` : first;
}
