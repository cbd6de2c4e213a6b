// What the schema of a field says about its flag: allowed values, number range, whether it is an amount or a day, and the help text.
import { AMOUNT_TEXT, DAY_TEXT, SIGNED_AMOUNT_TEXT } from '../domain/text/text-patterns.ts';
import { amount, day, list, NONE, type Reader, signedAmount, wholeNumber } from './arguments.ts';
import { CliError, EXIT } from './world.ts';

/** The parts of JSON Schema that matter on a command line. */
export interface FieldDefinition {
  type?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  default?: unknown;
  anyOf?: readonly FieldDefinition[];
  items?: FieldDefinition;
}

/** The option parser names the value of `--max-call` in camel case. */
export function optionName(flags: string): string {
  const name = /^(?:--)?([a-z][a-z-]*)/.exec(flags)![1]!;
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Help texts start with a lower-case letter, except for names such as "ISO", and have no full stop. */
export function helpText({ description = '' }: FieldDefinition): string {
  return description.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

export function choicesOf({ const: only, enum: words }: FieldDefinition): Pick<Reader, 'choices'> | null {
  const choices = words ?? (only === undefined ? undefined : [only]);
  return choices === undefined ? null : { choices: choices.map(String) };
}

export function rangeOf({ minimum, maximum }: FieldDefinition): Pick<Reader, 'parse'> | null {
  return minimum === undefined || maximum === undefined ? null : { parse: wholeNumber(minimum, maximum) };
}

/** The schema without its null alternative. */
function nonNull(definition: FieldDefinition): FieldDefinition {
  return definition.anyOf?.find(({ type }) => type !== 'null') ?? definition;
}

export function isNullable({ anyOf = [] }: FieldDefinition): boolean {
  return anyOf.some(({ type }) => type === 'null');
}

const BY_PATTERN = new Map([
  [AMOUNT_TEXT.pattern, amount],
  [SIGNED_AMOUNT_TEXT.pattern, signedAmount],
  [DAY_TEXT.pattern, day],
]);

/** How a field is parsed when its command does not say otherwise. */
export function readerOf(name: string, definition: FieldDefinition): Reader {
  const value = nonNull(definition);
  const parse = value.pattern === undefined ? undefined : BY_PATTERN.get(value.pattern);
  if (parse !== undefined) return { parse };
  if (value.type === 'array') return listReader(name, value.items ?? {});
  return choicesOf(value) ?? (value.type === 'integer' ? rangeOf(value) : null) ?? {};
}

function listReader(name: string, items: FieldDefinition): Reader {
  const known = choicesOf(items)?.choices;
  if (known === undefined) return { parse: list };
  const resolve = (words: string[]) => {
    const bad = words.find((word) => !known.includes(word));
    if (bad === undefined) return words;
    const said = `there is no ${name.replace(/s$/, '')} "${bad}"; ${name} are ${known.join(' and ')}`;
    throw new CliError(said, EXIT.usage);
  };
  return { parse: list, resolve };
}

/** Where null removes a limit, the word "none" does too. */
export function orNone(parse: Reader['parse']): Reader['parse'] {
  return (text) => (text === NONE ? NONE : (parse?.(text) ?? text));
}

/** "none", alone or as the only value of a list. */
export function isNone(value: unknown): boolean {
  return value === NONE || (Array.isArray(value) && value.length === 1 && value[0] === NONE);
}
