// Owns the flags of `search` for filters: one for each parameter of the search, made from its definition, so that none is forgotten.
// Values go out as they were given; the gateway judges them.
import { filterParameters } from '../operations/filter-parameters.ts';
import type { CommandOption } from './command.ts';

const BEST_EFFORT = 'filters';

/** What stands for a value in the help. */
const VALUES: Record<string, string> = {
  sort: 'ORDER',
  published_after: 'TIME',
  published_before: 'TIME',
  duration_min: 'SECONDS',
  duration_max: 'SECONDS',
  language: 'TAG',
  region: 'CODE',
  min_height: 'LINES',
};

interface Definition {
  description?: string;
  enum?: readonly unknown[];
}

const named = Object.entries(filterParameters as Record<string, Definition>);

/** `published_after` is `--published-after`; the one that is no value is a switch. */
export const filterFlags: CommandOption[] = named.map(([name, { description = '', enum: choices }]) => {
  if (name === BEST_EFFORT) {
    return { flags: '--best-effort', summary: 'go on without a filter that the platform cannot apply' };
  }
  const flags = `--${name.replaceAll('_', '-')} <${VALUES[name] ?? 'WORD'}>`;
  const plain = description.replace(/\.$/, '');
  // The help begins with a small letter, unless it begins with a name such as "ISO".
  const summary = plain.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  return { flags, summary, ...(choices === undefined ? {} : { choices: choices.map(String) }) };
});

/** Commander names a flag in camel case. */
export function filtersOf(options: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = named.flatMap(([name]) => {
    const value = options[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    return name !== BEST_EFFORT && typeof value === 'string' ? [[name, value]] : [];
  });
  const mode = options.bestEffort === true ? { [BEST_EFFORT]: 'best_effort' } : {};
  return { ...Object.fromEntries(given), ...mode };
}
