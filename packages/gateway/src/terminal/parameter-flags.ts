// The flags of a data command: one for each parameter of its operation, made from the parameter's schema. Values are sent as given, except
// whole numbers, which are checked here; the gateway checks the rest.

import type { Operation } from '../operations/operation.ts';
import type { CommandOption } from './command.ts';
import { choicesOf, type FieldDefinition, helpText, optionName, rangeOf } from './schema-fields.ts';

/** This parameter has no value on the command line: it is a switch. */
const BEST_EFFORT = 'filters';

/** Placeholders for values in the help. */
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
  fields: 'NAMES',
};

/** Parameters that need other words on a command line than in a query. */
const OWN: Record<string, CommandOption> = {
  pcursor: { flags: '--cursor <CURSOR>', summary: 'go on from here: `pcursor` of an earlier page' },
  [BEST_EFFORT]: {
    flags: '--best-effort',
    summary: 'go on without a filter that the platform cannot apply',
  },
};

/** The parameters that become flags; `positional` ones are arguments instead. */
function flagged(operation: Operation, positional: readonly string[]): [string, FieldDefinition][] {
  const all = Object.entries(operation.query.properties as Record<string, FieldDefinition>);
  return all.filter(([name]) => !positional.includes(name));
}

/** `published_after` becomes `--published-after`. */
function flagOf(name: string, definition: FieldDefinition): CommandOption {
  const flags = `--${name.replaceAll('_', '-')} <${VALUES[name] ?? 'WORD'}>`;
  const reading = choicesOf(definition) ?? rangeOf(definition) ?? {};
  return { flags, summary: helpText(definition), ...reading };
}

export function parameterFlags(operation: Operation, positional: readonly string[]): CommandOption[] {
  return flagged(operation, positional).map(([name, definition]) => OWN[name] ?? flagOf(name, definition));
}

export function parametersOf(
  operation: Operation,
  positional: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Record<string, string | number> {
  const given = flagged(operation, positional).flatMap(([name]) => {
    if (name === BEST_EFFORT) return options.bestEffort === true ? [[name, 'best_effort']] : [];
    const value = options[name === 'pcursor' ? 'cursor' : optionName(name.replaceAll('_', '-'))];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}
