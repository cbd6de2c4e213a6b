// Generates from openapi.json what pages know of the API: types (api-types.ts), the table of routes (routes.ts) and bounds of form fields
// (bounds.ts), and what the playground knows of each operation (operations.ts). They are not committed.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  bodyOf,
  type Document,
  type Operation,
  parametersOf,
  reachable,
  refsIn,
  schemaText,
  typeName,
} from '../../client/generate/document.ts';
import { type Schema, typeOf } from '../../client/generate/schema-types.ts';
import { type Bound, boundsNamed } from './bounds.ts';
import { operationsText } from './operations.ts';

const SOURCES = path.join(import.meta.dirname, '../src');
const MADE = '// Made by `npm run openapi` from openapi.json; do not edit.';
/** Paths of the routes that pages call. Data routes are missing: the playground builds their paths from its form. */
const ASKED = /^\/(admin|api\/(account|collections|pricing|resolve|status|test|watches))\//;

function answerOf({ responses }: Operation): Schema | null {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'));
  return good?.[1].content?.['application/json']?.schema ?? null;
}

function fieldsOf(operation: Operation, place: 'path' | 'query'): Schema | null {
  const fields = parametersOf(operation, place);
  return Object.keys(fields.properties!).length === 0 ? null : fields;
}

/** The schemas of query, body and answer; null for a part that the operation does not have. */
function partsOf(operation: Operation): Record<'Query' | 'Body' | 'Answer', Schema | null> {
  return { Query: fieldsOf(operation, 'query'), Body: bodyOf(operation), Answer: answerOf(operation) };
}

function operationText(operation: Operation): string[] {
  return Object.entries(partsOf(operation)).flatMap(([kind, schema]) =>
    schema === null ? [] : [`export type ${typeName(operation)}${kind} = ${typeOf(schema)};\n`],
  );
}

/** Schemas that pages show although no route in the table returns them. */
const SHOWN = [
  'Problem',
  'Video',
  'Comment',
  'AuthorProfile',
  'Playlist',
  'Transcript',
  'Receipt',
  'DryRun',
  'PlatformReport',
];

type Asked = [path: string, methods: [method: string, operation: Operation][]];

function askedOf({ paths }: Document): Asked[] {
  return Object.entries(paths)
    .filter(([path]) => ASKED.test(path))
    .map(
      ([path, methods]): Asked => [path, Object.entries(methods).filter(([, one]) => answerOf(one) !== null)],
    )
    .filter(([, methods]) => methods.length > 0);
}

/** If a route's type and a schema have the same name, the schema keeps it. */
function typesText(document: Document): string {
  const { schemas } = document.components;
  const operations = askedOf(document).flatMap(([, methods]) => methods.map(([, operation]) => operation));
  const names = reachable(schemas, [...SHOWN, ...refsIn(operations)]);
  return [
    `${MADE} Types alone: nothing of this file runs.\n`,
    ...names.map((name) => schemaText(name, schemas[name]!)),
    ...operations.flatMap(operationText),
  ].join('\n');
}

/** A query without required fields and a body that the route does not require are optional. */
function routeText([method, operation]: [string, Operation]): string {
  const params = fieldsOf(operation, 'path');
  const { Query, Body } = partsOf(operation);
  const type = (kind: string) => `api.${typeName(operation)}${kind}`;
  const fields = [
    params &&
      `params: Record<${Object.keys(params.properties!)
        .map((name) => `'${name}'`)
        .join(' | ')}, string>`,
    Query && `query${Query.required!.length > 0 ? '' : '?'}: ${type('Query')}`,
    Body && `body${operation.requestBody?.required ? '' : '?'}: ${type('Body')}`,
    `answer: ${type('Answer')}`,
  ].filter((field) => field !== null);
  return `    ${method.toUpperCase()}: { ${fields.join('; ')} };\n`;
}

function routesText(document: Document): string {
  const rows = askedOf(document).map(
    ([path, methods]) => `  '${path}': {\n${methods.map(routeText).join('')}  };\n`,
  );
  return [
    `${MADE} Types alone: nothing of this file runs.`,
    "import type * as api from './api-types.ts';\n",
    '/** What each route takes and gives, by path and method. */',
    `export interface Routes {\n${rows.join('')}}\n`,
  ].join('\n');
}

const IMPORTED = /import \{([^}]*)\} from '[^']*\/api\/bounds\.ts';/g;

/** The names that pages import from bounds.ts. */
function boundsUsed(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const texts = files.map((name) => readFileSync(path.join(SOURCES, name), 'utf8'));
  const lists = texts.flatMap((text) => [...text.matchAll(IMPORTED)].map((match) => match[1]!));
  return [...new Set(lists.join().match(/\w+/g) ?? [])].sort();
}

function boundText(bound: Bound): string {
  if (typeof bound === 'string') return `'${bound.replaceAll(/['\\]/g, '\\$&')}'`;
  if (Array.isArray(bound)) return `[${bound.map(boundText).join(', ')}] as const`;
  if (typeof bound !== 'object') return String(bound);
  const rows = Object.entries(bound).map(([name, of]) => `'${name}': ${boundText(of)}`);
  return `{ ${rows.join(', ')} } as const`;
}

/** Only imported bounds are written, so that the pages ship no unused ones. */
function boundsText(document: Document): string {
  const rows = boundsNamed(document, boundsUsed()).map(
    ([name, bound]) => `export const ${name} = ${boundText(bound)};\n`,
  );
  return [
    `${MADE} It has the bounds that pages import from here:`,
    '// import another by its name (operation, field, kind of bound), and run the command.\n',
    rows.join(''),
  ].join('\n');
}

export function filesOf(document: Document): Record<string, string> {
  return {
    'packages/console/src/api/api-types.ts': typesText(document),
    'packages/console/src/api/routes.ts': routesText(document),
    'packages/console/src/api/bounds.ts': boundsText(document),
    'packages/console/src/api/operations.ts': operationsText(document),
  };
}
