// Arguments and facts of tools from the schemas of a verb: its bounds, choices and defaults hold for tools too, and only the words are a
// tool's own. What a model cannot use, such as examples, is left out, because each list of tools costs tokens.

interface Field {
  type?: unknown;
  enum?: readonly unknown[];
  description?: string;
  anyOf?: readonly Field[];
  items?: Field;
  properties?: Record<string, Field>;
  [keyword: string]: unknown;
}

/** The schema of an object, also of an optional one. */
interface Fields {
  properties: Record<string, unknown>;
}
type Names<S extends Fields> = keyof S['properties'] & string;

const fieldOf = ({ properties }: Fields, name: string) => properties[name] as Field;

/** A field of a verb as an argument. An argument that is left out is absent, so null is never a value. */
export function argument<S extends Fields>(
  schema: S,
  name: Names<S>,
  words: { description?: string; default?: unknown; maximum?: number } = {},
): object {
  const field = fieldOf(schema, name);
  const { examples: _, ...rest } = field.anyOf?.find(({ type }) => type !== 'null') ?? field;
  return { ...rest, ...words };
}

/** Fields of an answer as facts: their kinds, and descriptions only where the tool gives one. */
export function facts<S extends Fields>(
  schema: S,
  names: readonly Names<S>[],
  words: { [Name in Names<S>]?: string } = {},
): Record<string, object> {
  const described = names.map((name) => {
    const description = words[name];
    return [name, { ...kindOf(fieldOf(schema, name)), ...(description !== undefined && { description }) }];
  });
  return Object.fromEntries(described) as Record<string, object>;
}

function kindOf({ type, enum: words, anyOf, items, properties }: Field): object {
  if (anyOf !== undefined) {
    const kinds = anyOf.map((one) => one.type ?? 'string');
    return { type: [...new Set(kinds)] };
  }
  if (type === 'array') return { type, items: kindOf(items ?? {}) };
  // The fields of what is in it are not listed: a model reads them in the answer.
  if (properties !== undefined) return { type: 'object' };
  return { type: type ?? typeof words?.[0] };
}
