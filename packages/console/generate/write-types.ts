// Owns the pages' copy of the contract: types of every query, body and answer that they ask for, made from openapi.json. Writes them,
// or with `--check` only says whether they are current.
import { readFileSync, writeFileSync } from 'node:fs';
import { comment, fieldsType, refName, type Schema, typeOf } from '../../client/generate/schema-types.ts';

const DOCUMENT = new URL('../../../openapi.json', import.meta.url);
const FILE = new URL('../src/api/api-types.ts', import.meta.url);
/** What pages ask beside the admin routes. Billed routes are asked by their forms, and shown as what they are. */
const ASKED = /^\/(admin|api\/(account|pricing|resolve|test))\//;

interface Media {
  schema: Schema;
}
interface Parameter {
  name?: string;
  in?: string;
  required?: boolean;
  schema?: Schema;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

function capital(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

function answerOf({ responses }: Operation): Schema | null {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'));
  return good?.[1].content?.['application/json']?.schema ?? null;
}

function queryOf({ parameters = [] }: Operation): Schema | null {
  const own = parameters.filter((one) => one.in === 'query');
  if (own.length === 0) return null;
  return {
    required: own.filter(({ required }) => required).map(({ name }) => name!),
    properties: Object.fromEntries(own.map(({ name, schema }) => [name!, schema ?? {}])),
  };
}

function operationText(operation: Operation): string[] {
  const name = capital(operation.operationId);
  const parts: [string, Schema | null][] = [
    ['Query', queryOf(operation)],
    ['Body', operation.requestBody?.content['application/json']?.schema ?? null],
    ['Answer', answerOf(operation)],
  ];
  return parts.flatMap(([kind, schema]) =>
    schema === null ? [] : [`export type ${name}${kind} = ${typeOf(schema)};\n`],
  );
}

/** Routes and schemas may bear one name; the schema keeps it. */
function schemaText(name: string, schema: Schema): string {
  const head = comment(schema.description, '');
  return schema.properties === undefined
    ? `${head}export type ${name} = ${typeOf(schema)};\n`
    : `${head}export interface ${name} ${fieldsType(schema)}\n`;
}

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && String(inner).includes('/schemas/') ? [refName(String(inner))] : refsIn(inner),
  );
}

/** Shown by pages, though no route that they ask for by name gives them. */
const SHOWN = ['Problem', 'Video', 'Comment', 'AuthorProfile', 'Receipt', 'DryRun'];

function reachable(schemas: Record<string, Schema>, start: readonly string[]): string[] {
  const found = new Set<string>();
  const open = [...start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...refsIn(schemas[name]));
  }
  return [...found].filter((name) => schemas[name] !== undefined).sort();
}

function typesText({ paths, components: { schemas } }: Document): string {
  const operations = Object.entries(paths)
    .filter(([path]) => ASKED.test(path))
    .flatMap(([, methods]) => Object.values(methods))
    .filter(({ operationId }) => operationId !== undefined);
  const names = reachable(schemas, [...SHOWN, ...refsIn(operations)]);
  return [
    '// Made by `npm run openapi` from openapi.json; do not edit. Types alone: nothing of this file runs.\n',
    ...names.map((name) => schemaText(name, schemas[name]!)),
    ...operations.flatMap(operationText),
  ].join('\n');
}

function main(args: readonly string[]): number {
  const text = typesText(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document);
  if (!args.includes('--check')) {
    writeFileSync(FILE, text);
    return 0;
  }
  if (text === readFileSync(FILE, 'utf8')) return 0;
  console.error('packages/console/src/api/api-types.ts is not current: run `npm run openapi` and commit it');
  return 1;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
