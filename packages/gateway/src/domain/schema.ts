// The few TypeBox builders that this project uses, with TypeBox's types and the same plain JSON Schema as result. TypeBox itself is not
// loaded at run time: its 300 files took 190 ms and 10 MB of every start.
import type * as TypeBox from 'typebox';

type Builders = 'Object' | 'Array' | 'Record' | 'Union' | 'Optional' | 'Literal' | 'Enum' | Plain;
type Plain = 'String' | 'Integer' | 'Number' | 'Boolean' | 'Null' | 'Unknown';

/** TypeBox recognises its own schemas by these hidden fields; tests pass our schemas to it. */
interface Schema extends Record<string, unknown> {
  '~kind'?: string;
  '~optional'?: true;
}
type Options = Record<string, unknown> | undefined;

function hide(schema: Schema, field: '~kind' | '~optional', value: unknown): Schema {
  return Object.defineProperty(schema, field, { value, enumerable: false });
}

function make(kind: string, keywords: object, options: Options): Schema {
  return hide({ ...keywords, ...options }, '~kind', kind);
}

const plain = (kind: Plain) => (options?: Options) => make(kind, { type: kind.toLowerCase() }, options);

function object(properties: Record<string, Schema>, options?: Options): Schema {
  const required = Object.keys(properties).filter((name) => properties[name]!['~optional'] !== true);
  return make('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options);
}

/** Keys are strings; a pattern for the keys becomes a pattern property. */
function record(keys: Schema, each: Schema, options?: Options): Schema {
  const pattern = (keys.pattern as string | undefined) ?? '^.*$';
  return make('Record', { type: 'object', patternProperties: { [pattern]: each } }, options);
}

function optional(schema: Schema): Schema {
  return hide(make(schema['~kind']!, schema, undefined), '~optional', true);
}

const builders: Record<Builders, (...given: never[]) => Schema> = {
  String: plain('String'),
  Integer: plain('Integer'),
  Number: plain('Number'),
  Boolean: plain('Boolean'),
  Null: plain('Null'),
  Unknown: (options: Options) => make('Unknown', {}, options),
  Literal: (value: unknown, options: Options) =>
    make('Literal', { type: typeof value, const: value }, options),
  Enum: (values: readonly unknown[], options: Options) => make('Enum', { enum: values }, options),
  Array: (items: Schema, options: Options) => make('Array', { type: 'array', items }, options),
  Union: (anyOf: Schema[], options: Options) => make('Union', { anyOf }, options),
  Object: object,
  Record: record,
  Optional: optional,
};

export const Type = builders as unknown as Pick<typeof TypeBox, Builders>;
