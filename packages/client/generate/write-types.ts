// Writes the client's copy of the contract, made from openapi.json: the types of every answer and query that a key can ask for, and the
// data methods. With `--check` it only says whether they are current. No compiler is part of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { methodsText } from './data-methods.ts';
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

interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  'x-operation'?: DataOperation;
}

/** What the contract says of a data route's operation. */
export interface DataOperation {
  name: string;
  shape: 'page' | 'record';
  /** `videos.search` */
  method: string;
  record: string;
  about: string;
  labels: Record<string, string>;
  sample: Record<string, string>;
}

export interface DataRoute {
  path: string;
  operation: Operation;
  data: DataOperation;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export function readDocument(): Document {
  return JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document;
}

/** Every GET that takes an API key, with its path. */
export function keyedGets({ paths }: Document): { path: string; operation: Operation }[] {
  return (
    Object.entries(paths)
      .flatMap(([path, { get }]) => (get === undefined ? [] : [{ path, operation: get }]))
      // Those of the portal are for its pages.
      .filter(({ operation }) => operation.security?.some((way) => 'apiKey' in way))
      .filter(({ operation }) => !operation.tags?.includes('Portal'))
  );
}

/** The cheaper twin of a stable route: the same query and answer. */
function isTwin({ operationId }: Operation): boolean {
  return operationId.endsWith('Economy');
}

/** The stable route of every operation. */
export function dataRoutes(document: Document): DataRoute[] {
  return keyedGets(document).flatMap(({ path, operation }) => {
    const { 'x-operation': data } = operation;
    return data === undefined || isTwin(operation) ? [] : [{ path, operation, data }];
  });
}

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && String(inner).includes('/schemas/') ? [refName(String(inner))] : refsIn(inner),
  );
}

function reachable(schemas: Record<string, Schema>, start: readonly string[]): string[] {
  const found = new Set<string>();
  const open = [...start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...refsIn(schemas[name]));
  }
  return [...found].sort();
}

export function answerSchema({ responses }: Operation): Schema {
  return responses['200']?.content?.['application/json']?.schema ?? {};
}

function querySchema({ parameters = [] }: Operation): Schema {
  const own = parameters.filter((one) => one.in === 'query');
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

function interfaceText(name: string, schema: Schema): string {
  const head = comment(schema.description, '');
  return schema.properties === undefined
    ? `${head}export type ${name} = ${typeOf(schema)};\n`
    : `${head}export interface ${name} ${fieldsType(schema)}\n`;
}

function operationText(operation: Operation): string {
  const name = operation.operationId.replace(/^./, (letter) => letter.toUpperCase());
  const head = comment(operation.summary, '');
  const query = querySchema(operation);
  const hasQuery = Object.keys(query.properties ?? {}).length > 0;
  const queryText = hasQuery ? `${head}export interface ${name}Query ${fieldsType(query)}\n\n` : '';
  return `${queryText}${head}export type ${name}Answer = ${typeOf(answerSchema(operation))};\n`;
}

export function typesText(document: Document): string {
  const operations = keyedGets(document)
    .map(({ operation }) => operation)
    .filter((operation) => !isTwin(operation));
  const { schemas } = document.components;
  const names = reachable(schemas, ['Problem', ...operations.flatMap((one) => refsIn(answerSchema(one)))]);
  const head =
    '// Made by `npm run openapi` from openapi.json; do not edit. Types alone: nothing of this file runs.\n';
  const parts = [
    ...names.map((name) => interfaceText(name, schemas[name]!)),
    ...operations.map(operationText),
  ];
  return [head, ...parts].join('\n');
}

/** Each made file with its text. */
function files(document: Document): [URL, string][] {
  return [
    [new URL('../src/api-types.ts', import.meta.url), typesText(document)],
    [new URL('../src/data-methods.ts', import.meta.url), methodsText(document)],
  ];
}

function committed(file: URL): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function main(args: readonly string[]): number {
  const made = files(readDocument());
  if (!args.includes('--check')) {
    for (const [file, text] of made) writeFileSync(file, text);
    return 0;
  }
  const old = made.filter(([file, text]) => text !== committed(file));
  for (const [file] of old)
    console.error(`${file.pathname} is not current: run \`npm run openapi\` and commit the result`);
  return old.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
