// Checks the quota of a provider: it must say how many units there are, its costs must name operations that exist,
// and no cost may exceed the units. A misspelt operation would silently cost one unit and use up the upstream's real
// quota unnoticed.
import { operations } from '../operations/index.ts';
import { type Located, placeAt } from './document.ts';
import { type ConfigProblem, suggestion } from './problem.ts';
import type { Settings } from './schema.ts';

const NAMES: readonly string[] = operations.map(({ name }) => name);
const WORDS = NAMES.map((name) => name.slice(name.lastIndexOf('.') + 1));
const KNOWN = [...new Set([...NAMES, ...WORDS])];
/** Operations of a mount: they are in the upstream's document, so their names are not known here. */
const MOUNTED = /^mount\./;

export function checkQuotas({ settings, tree }: { settings: Settings; tree: Located }): ConfigProblem[] {
  return Object.entries(settings.providers).flatMap(([name, { quota }]) =>
    Object.entries(quota.cost).flatMap(([operation, cost]) => {
      const text = problemOf(operation, cost, quota.units);
      const place = ['providers', name, 'quota', 'cost', operation];
      return text === null ? [] : [{ ...placeAt(tree, place), path: place.join('.'), text }];
    }),
  );
}

function problemOf(operation: string, cost: number, units: number | undefined): string | null {
  if (units === undefined) return 'a cost has no effect without quota.units; set quota.units';
  if (!KNOWN.includes(operation) && !MOUNTED.test(operation))
    return `there is no such operation${suggestion(operation, KNOWN)}`;
  return cost > units ? 'more than quota.units: it could never be paid' : null;
}
