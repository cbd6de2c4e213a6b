// Generates the client's types and data methods from openapi.json, for all routes that an API key may call. With `--check` it only reports
// whether the files are current.
import { methodsText } from './data-methods.ts';
import {
  type DataOperation,
  type Document,
  type Operation,
  parametersOf,
  reachable,
  readDocument,
  refsIn,
  schemaText,
  typeName,
  writeOrCheck,
} from './document.ts';
import { comment, fieldsType, type Schema, typeOf } from './schema-types.ts';

const FOLDER = 'packages/client/src';

export interface DataRoute {
  path: string;
  operation: Operation;
  data: DataOperation;
}

/** Every GET that takes an API key, with its path. */
export function keyedGets({ paths }: Document): { path: string; operation: Operation }[] {
  return (
    Object.entries(paths)
      .flatMap(([path, { get }]) => (get === undefined ? [] : [{ path, operation: get }]))
      // Routes for portal sessions are left out: only the portal's pages call them.
      .filter(({ operation }) => operation.security?.some((way) => 'apiKey' in way))
      .filter(({ operation }) => !operation.tags?.includes('Portal'))
  );
}

/** The economy route of an operation. It has the same query and answer as the stable route, so it needs no types of its own. */
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

export function answerSchema({ responses }: Operation): Schema {
  return responses['200']?.content?.['application/json']?.schema ?? {};
}

function operationText(operation: Operation): string {
  const name = typeName(operation);
  const head = comment(operation.summary, '');
  const query = parametersOf(operation, 'query');
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
  const parts = [...names.map((name) => schemaText(name, schemas[name]!)), ...operations.map(operationText)];
  return [head, ...parts].join('\n');
}

if (import.meta.main) {
  const document = readDocument();
  const files = {
    [`${FOLDER}/api-types.ts`]: typesText(document),
    [`${FOLDER}/data-methods.ts`]: methodsText(document),
  };
  process.exitCode = writeOrCheck(files, process.argv.slice(2));
}
