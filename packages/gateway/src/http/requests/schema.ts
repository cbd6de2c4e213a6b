// Turns TypeBox schemas into plain JSON Schema: unions of literals become `enum`, nullable types become lists of
// types. Input is checked against this form and OpenAPI shows it, so the two cannot differ.
import type { TSchema } from 'typebox';

export type JsonSchema = {
  $id?: string;
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  description?: string;
  default?: unknown;
  examples?: unknown[];
  [keyword: string]: unknown;
};

const typesOf = (schema: JsonSchema): string[] => [schema.type ?? []].flat();

/** The values of a schema that allows only literals; null for any other schema. */
function literals(schema: JsonSchema): unknown[] | null {
  if ('const' in schema) return [schema.const];
  if (schema.type === 'null') return [null];
  return schema.enum ?? null;
}

function asEnum(options: JsonSchema[]): JsonSchema | null {
  const values = options.map(literals);
  if (!values.every((list) => list !== null)) return null;
  const all = values.flat();
  const types = [...new Set(all.map((value) => (value === null ? 'null' : typeof value)))];
  return { type: types.length === 1 ? types[0]! : types, enum: all };
}

/** Simplifies `anyOf: [X, null]` for a simple X. Named and compound schemas stay a union. */
function asNullable(options: JsonSchema[]): JsonSchema | null {
  const rest = options.filter((option) => option.type !== 'null');
  const only = rest[0];
  if (rest.length !== 1 || options.length !== 2 || only === undefined) return null;
  if (only.$id !== undefined || only.type === undefined || only.properties !== undefined) return null;
  return { ...only, type: [...typesOf(only), 'null'], ...(only.enum && { enum: [...only.enum, null] }) };
}

function simplifyUnion(schema: JsonSchema): JsonSchema {
  if (schema.anyOf === undefined) return schema;
  const { anyOf, ...rest } = schema;
  const simple = asEnum(anyOf) ?? asNullable(anyOf);
  return simple === null ? schema : { ...simple, ...rest };
}

function simplify(schema: JsonSchema): JsonSchema {
  const mapped: JsonSchema = { ...schema };
  if (schema.properties) {
    mapped.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, simplify(property)]),
    );
  }
  if (schema.items) mapped.items = simplify(schema.items);
  if (typeof schema.additionalProperties === 'object') {
    mapped.additionalProperties = simplify(schema.additionalProperties);
  }
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    if (schema[word]) mapped[word] = schema[word].map(simplify);
  }
  if (mapped.enum !== undefined && mapped.type === undefined) mapped.type = typeof mapped.enum[0];
  return simplifyUnion(mapped);
}

export function plainSchema(schema: TSchema): JsonSchema {
  return simplify(JSON.parse(JSON.stringify(schema)) as JsonSchema);
}

/** Refuses unknown fields at every depth, except in objects that declare additionalProperties. */
export function closed(schema: JsonSchema): JsonSchema {
  const mapped: JsonSchema = { ...schema };
  if (schema.properties) {
    mapped.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, closed(property)]),
    );
    mapped.additionalProperties ??= false;
  }
  if (schema.items) mapped.items = closed(schema.items);
  if (schema.anyOf) mapped.anyOf = schema.anyOf.map(closed);
  return mapped;
}
