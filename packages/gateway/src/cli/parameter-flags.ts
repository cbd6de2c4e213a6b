// Owns the flags of a command for the parameters of its operation: one for each, made from its definition, so that none is forgotten.
// Values go out as they were given, unless they must be whole numbers within bounds; the gateway judges the rest.
import type { Operation } from '../operations/operation.ts';
import { wholeNumber } from './arguments.ts';
import type { CommandOption } from './command.ts';

/** The parameter that is no value: a switch. */
const BEST_EFFORT = 'filters';

/** What stands for a value in the help. */
const VALUES: Record<string, string> = {
  count: 'N',
  max_age: 'SECONDS',
  sort: 'ORDER',
  published_after: 'TIME',
  published_before: 'TIME',
  duration_min: 'SECONDS',
  duration_max: 'SECONDS',
  language: 'TAG',
  region: 'CODE',
  min_height: 'LINES',
};

/** What needs other words on a command line than in a query. */
const OWN: Record<string, CommandOption> = {
  pcursor: { flags: '--cursor <CURSOR>', summary: 'go on from here: `pcursor` of an earlier page' },
  [BEST_EFFORT]: {
    flags: '--best-effort',
    summary: 'go on without a filter that the platform cannot apply',
  },
};

interface Definition {
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
}

/** Parameters by their names. `arguments` are those that stand on the command line by themselves. */
function flagged(operation: Operation, positional: readonly string[]): [string, Definition][] {
  const all = Object.entries(operation.query.properties as Record<string, Definition>);
  return all.filter(([name]) => !positional.includes(name));
}

/** `published_after` is `--published-after`. */
function flagOf(name: string, { description = '', minimum, maximum, ...of }: Definition): CommandOption {
  const flags = `--${name.replaceAll('_', '-')} <${VALUES[name] ?? 'WORD'}>`;
  const plain = description.replace(/\.$/, '');
  // The help begins with a small letter, unless it begins with a name such as "ISO".
  const summary = plain.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  const choices = of.enum ?? (of.const === undefined ? undefined : [of.const]);
  if (choices !== undefined) return { flags, summary, choices: choices.map(String) };
  if (minimum === undefined || maximum === undefined) return { flags, summary };
  return { flags, summary, parse: wholeNumber(minimum, maximum) };
}

export function parameterFlags(operation: Operation, positional: readonly string[]): CommandOption[] {
  return flagged(operation, positional).map(([name, definition]) => OWN[name] ?? flagOf(name, definition));
}

/** Commander names a flag in camel case. */
const optionName = (flag: string) =>
  flag.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());

export function parametersOf(
  operation: Operation,
  positional: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Record<string, string | number> {
  const given = flagged(operation, positional).flatMap(([name]) => {
    if (name === BEST_EFFORT) return options.bestEffort === true ? [[name, 'best_effort']] : [];
    const value = options[name === 'pcursor' ? 'cursor' : optionName(name)];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}
