// Writes schemas of the OpenAPI document as Python types: objects become TypedDicts, those inside others get names of their own.
import { refName, type Schema } from '../../client/generate/schema-types.ts';

const SIMPLE: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Words that cannot be names of parameters or fields. */
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

const camel = (name: string) => name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, c) => c.toUpperCase());

export function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);
}

export function docText(description: string | undefined, indent: string): string {
  if (!description) return '';
  const text = description.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ');
  return `${indent}"""${text}"""\n`;
}

const literal = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

interface ClassShape {
  bases?: string[];
  /** Parameters are keywords in calls, so `from` is written `from_`. Fields of JSON keep their names. */
  isCall?: boolean;
  description?: string | undefined;
}

/** Collects the classes of a file. */
export class PythonTypes {
  readonly texts: string[] = [];
  readonly names: string[] = [];

  /** Adds a class for the schema of an object, or an alias for any other schema. */
  add(name: string, schema: Schema, shape: ClassShape = {}): void {
    this.names.push(name);
    if (schema.properties === undefined && shape.bases === undefined) {
      const type = this.typeOf(schema, name);
      // A class may come after its first use.
      this.texts.push(
        `${name}: TypeAlias = ${/[|[]/.test(type) ? `"${type.replaceAll('"', "'")}"` : `"${type}"`}\n`,
      );
    } else this.texts.push(this.#classText(name, schema, shape));
  }

  typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return refName(schema.$ref);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return this.#literals(schema.enum);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined)
      return union(branches.map((branch, i) => this.typeOf(branch, i === 0 ? name : `${name}${i + 1}`)));
    if (schema.allOf !== undefined) throw new Error(`allOf in ${name} has no Python type`);
    const types = [schema.type ?? (schema.properties === undefined ? [] : 'object')].flat();
    return types.length === 0 ? 'Any' : union(types.map((type) => this.#named(type, schema, name)));
  }

  #literals(values: readonly unknown[]): string {
    const known = values.filter((value) => value !== null);
    const literals = known.length === 0 ? [] : [`Literal[${known.map(literal).join(', ')}]`];
    return union([...literals, ...(known.length < values.length ? ['None'] : [])]);
  }

  #named(type: string, schema: Schema, name: string): string {
    if (type === 'array')
      return `list[${schema.items === undefined ? 'Any' : this.typeOf(schema.items, name)}]`;
    if (type === 'object') return this.#objectType(schema, name);
    const simple = SIMPLE[type];
    if (simple === undefined) throw new Error(`no Python type for "${type}"`);
    return simple;
  }

  #objectType(schema: Schema, name: string): string {
    if (Object.keys(schema.properties ?? {}).length > 0) {
      this.add(name, schema);
      return name;
    }
    const { additionalProperties: rest } = schema;
    return `dict[str, ${typeof rest === 'object' ? this.typeOf(rest, `${name}Value`) : 'Any'}]`;
  }

  #classText(
    name: string,
    schema: Schema,
    { bases = ['TypedDict'], isCall = false, description }: ClassShape,
  ): string {
    const fields = Object.entries(schema.properties ?? {});
    const typed = fields.map(([field, inner]) => {
      const type = this.typeOf(inner, name + camel(field));
      const isRequired = schema.required?.includes(field) ?? false;
      return {
        field,
        inner,
        type: isRequired ? (isCall ? `Required[${type}]` : type) : `NotRequired[${type}]`,
      };
    });
    if (!isCall && typed.some(({ field }) => !isName(field))) {
      const entries = typed.map(
        ({ field, type }) =>
          `    ${JSON.stringify(field)}: ${JSON.stringify(type).replaceAll('\\"', "'")},\n`,
      );
      return `${name} = TypedDict("${name}", {\n${entries.join('')}})\n`;
    }
    const lines = typed.map(({ field, inner, type }) => {
      const own = isCall && !isName(field) ? `${field}_` : field;
      return `    ${own}: ${type}\n${docText(inner.description, '    ')}`;
    });
    const doc = docText(description ?? schema.description, '    ');
    const body = doc + (doc && lines.length > 0 ? '\n' : '') + lines.join('');
    return `class ${name}(${bases.join(', ')}):\n${body || '    pass\n'}`;
  }
}
