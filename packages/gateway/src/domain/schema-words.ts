// What a schema asks of a value, in the words of the person who sent it. The validator's own words ("must be integer", "must be <= 7")
// are for programmers.

interface SchemaError {
  keyword: string;
  message: string;
  params: unknown;
}

/** By the names of JSON's types. Whoever writes 0.01 for an amount learns that it needs quotes, in JSON and in YAML. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a string, in quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const BOUNDS: Readonly<Record<string, string>> = {
  minimum: 'must be at least',
  maximum: 'must be at most',
  exclusiveMinimum: 'must be more than',
  exclusiveMaximum: 'must be less than',
};

/** The fewest and the most of what a value has. */
const SIZES: Readonly<Record<string, readonly [bound: string, unit: string]>> = {
  minLength: ['at least', 'character'],
  maxLength: ['at most', 'character'],
  minItems: ['at least', 'value'],
  maxItems: ['at most', 'value'],
  minProperties: ['at least', 'field'],
  maxProperties: ['at most', 'field'],
};

export const NOT_A_FIELD = 'is not a field here';

/** Follows the name of the field. */
export function schemaWords({ keyword, message, params }: SchemaError): string {
  const { type, limit } = params as { type?: string | readonly string[]; limit?: number };
  if (keyword === 'boolean') return NOT_A_FIELD;
  if (keyword === 'type')
    return `must be ${[type ?? []]
      .flat()
      .map((name) => KINDS[name] ?? name)
      .join(' or ')}`;
  const bound = BOUNDS[keyword];
  if (bound !== undefined) return `${bound} ${limit}`;
  const size = SIZES[keyword];
  if (size === undefined) return message;
  if (limit === 1 && size[0] === 'at least') return 'must not be empty';
  return `must have ${size[0]} ${limit} ${size[1]}${limit === 1 ? '' : 's'}`;
}
