// Writes a schema of the OpenAPI document as a TypeScript type.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

const SIMPLE: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

export function comment(description: string | undefined, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '* /')} */\n`;
}

function fieldName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** The fields of an object type in braces, each with its description as a comment. */
export function fieldsType(schema: Schema, indent = ''): string {
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${comment(field.description, inner)}${inner}${fieldName(name)}${mark}: ${typeOf(field, inner)};\n`;
  });
  return fields.length === 0 ? openType(schema, indent) : `{\n${fields.join('')}${indent}}`;
}

function openType({ additionalProperties }: Schema, indent: string): string {
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
  return `Record<string, ${value}>`;
}

function arrayType(items: Schema | undefined, indent: string): string {
  const item = items === undefined ? 'unknown' : typeOf(items, indent);
  return /[|&]/.test(item.replace(/\{.*\}/s, '')) ? `(${item})[]` : `${item}[]`;
}

function namedType(type: string, schema: Schema, indent: string): string {
  if (type === 'array') return arrayType(schema.items, indent);
  if (type === 'object') return fieldsType(schema, indent);
  const simple = SIMPLE[type];
  if (simple === undefined) throw new Error(`no TypeScript type for "${type}"`);
  return simple;
}

export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map(literal));
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return union(branches.map((branch) => typeOf(branch, indent)));
  if (schema.allOf !== undefined) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ');
  const types = [schema.type ?? (schema.properties === undefined ? [] : 'object')].flat();
  return types.length === 0 ? 'unknown' : union(types.map((type) => namedType(type, schema, indent)));
}
