// Reads the OpenAPI document. Both generators of types use this file: that of the client and that of the pages.
import { readFileSync, writeFileSync } from 'node:fs';
import { comment, fieldsType, refName, type Schema, typeOf } from './schema-types.ts';

const DOCUMENT = new URL('../../../openapi.json', import.meta.url);

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Media {
  schema: Schema;
}

interface Response {
  content?: Record<string, Media>;
  /** Other answers, by the query parameter that gives them. */
  'x-answers-with'?: Record<string, Schema>;
}

export interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response>;
  'x-operation'?: DataOperation;
  /** The method of both clients that is made from it, such as `account.usage`. */
  'x-client-method'?: string;
}

/** What the document says about the operation of a data route. */
export interface DataOperation {
  name: string;
  shape: 'page' | 'record';
  /** The client method, such as `videos.search`. */
  method: string;
  record: string;
  about: string;
  labels: Record<string, string>;
  sample: Record<string, string>;
}

export interface Document {
  /** By the type of the event. */
  webhooks?: Record<string, { post: Operation }>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** With every data route once, at a path with `{group}`: what our clients and pages call takes the group as an argument. */
export function readDocument(): Document {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document;
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    if (path.startsWith(NATIVE)) return [];
    const native = document.paths[path.replace(UNIFIED, NATIVE)];
    return [path.startsWith(UNIFIED) && native ? dataItem(path, item, native) : ([path, item] as const)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

const [UNIFIED, NATIVE] = ['/api/u1/v1/{platform}/app/', '/api/u2/v1/{platform}/app/'];
type Item = Document['paths'][string];

function dataItem(path: string, item: Item, native: Item): [string, Item] {
  const operation = item.get!;
  const { '200': good, ...failures } = operation.responses;
  const { dry_run: dryRun, fields, ...several } = good!['x-answers-with']!;
  const schemaOf = ({ responses }: Operation) => responses['200']!.content!['application/json']!.schema;
  const anyOf = [schemaOf(operation), ...Object.values(several), schemaOf(native.get!), fields!, dryRun!];
  const content = { ...good!.content, 'application/json': { schema: { anyOf } } };
  const group = { name: 'group', in: 'path', required: true, schema: { type: 'string', enum: ['u1', 'u2'] } };
  return [
    path.replace('/u1/', '/{group}/'),
    {
      get: {
        ...operation,
        parameters: [group, ...operation.parameters!],
        responses: { '200': { ...good, content }, ...failures },
      },
    },
  ];
}

/** The document in which an event is one of its types, each with its own data: `type` tells which. */
export function withEventTypes(document: Document): Document {
  const { webhooks = {}, components } = document;
  const anyOf = Object.values(webhooks).map(({ post }) => bodyOf(post)!);
  const description = components.schemas.Event?.description;
  const Event: Schema = { anyOf, ...(description !== undefined && { description }) };
  return { ...document, components: { schemas: { ...components.schemas, Event } } };
}

/** The beginning of the names of an operation's types: `getQuote` gives `GetQuote`. */
export function typeName({ operationId }: Operation): string {
  return operationId.replace(/^./, (letter) => letter.toUpperCase());
}

/** The path or query parameters of an operation, as the schema of one object. */
export function parametersOf({ parameters = [] }: Operation, place: 'path' | 'query'): Schema {
  const own = parameters.filter((one) => one.in === place);
  return {
    type: 'object',
    required: own.filter(({ required }) => required).map(({ name }) => name!),
    properties: Object.fromEntries(
      own.map(({ name, schema, description }) => [
        name!,
        { ...schema, ...(description === undefined ? {} : { description }) },
      ]),
    ),
  };
}

export function bodyOf({ requestBody }: Operation): Schema | null {
  return requestBody?.content['application/json']?.schema ?? null;
}

/** Names of all schemas that a part of the document refers to. */
export function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && String(inner).includes('/schemas/') ? [refName(String(inner))] : refsIn(inner),
  );
}

/** The schemas in `start` and all schemas that they refer to, directly or indirectly. */
export function reachable(schemas: Record<string, Schema>, start: readonly string[]): string[] {
  const found = new Set<string>();
  const open = [...start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || schemas[name] === undefined) continue;
    found.add(name);
    open.push(...refsIn(schemas[name]));
  }
  return [...found].sort();
}

export function schemaText(name: string, schema: Schema): string {
  const head = comment(schema.description, '');
  return schema.properties === undefined
    ? `${head}export type ${name} = ${typeOf(schema)};\n`
    : `${head}export interface ${name} ${fieldsType(schema)}\n`;
}

function committed(file: string): string | null {
  try {
    return readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  } catch {
    return null;
  }
}

/**
 * Takes file contents by path from the repository root. Writes the files that differ; with `--check` it only reports them and returns 1.
 */
export function writeOrCheck(files: Record<string, string>, args: readonly string[]): number {
  const stale = Object.keys(files).filter((file) => files[file] !== committed(file));
  if (!args.includes('--check')) {
    for (const file of stale) writeFileSync(new URL(`../../../${file}`, import.meta.url), files[file]!);
    return 0;
  }
  for (const file of stale) {
    console.error(`${file} is not current: run \`npm run openapi\` and commit the result`);
  }
  return stale.length === 0 ? 0 : 1;
}
