// Generates the client's types and data methods from openapi.json, for all routes that an API key may call. They are not committed.
import { methodsText } from './data-methods.ts';
import {
  bodyOf,
  type DataOperation,
  type Document,
  type Operation,
  parametersOf,
  reachable,
  refsIn,
  schemaText,
  typeName,
  withEventTypes,
} from './document.ts';
import { freeMethodsText } from './free-methods.ts';
import { comment, fieldsType, type Schema, typeOf } from './schema-types.ts';

const FOLDER = 'packages/client/src';

export interface DataRoute {
  path: string;
  operation: Operation;
  data: DataOperation;
}

interface KeyedRoute {
  path: string;
  method: string;
  operation: Operation;
}

/** Routes that only the portal's pages call. */
const OF_SESSIONS = '/api/account/v1/session';

/** Every route of the client: it takes an API key. */
export function keyedRoutes({ paths }: Document): KeyedRoute[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter(({ operation }) => operation.security?.some((way) => 'apiKey' in way))
    .filter(({ path }) => path !== OF_SESSIONS);
}

/** The economy route of an operation. It has the same query and answer as the stable route, so it needs no types of its own. */
function isTwin({ operationId }: Operation): boolean {
  return operationId.endsWith('Economy');
}

/** The stable route of every operation. */
export function dataRoutes(document: Document): DataRoute[] {
  return keyedRoutes(document).flatMap(({ path, operation }) => {
    const { 'x-operation': data } = operation;
    return data === undefined || isTwin(operation) ? [] : [{ path, operation, data }];
  });
}

export function answerSchema({ responses }: Operation): Schema {
  return (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema ?? {};
}

function operationText(operation: Operation): string {
  const name = typeName(operation);
  const head = comment(operation.summary, '');
  const query = parametersOf(operation, 'query');
  const hasQuery = Object.keys(query.properties ?? {}).length > 0;
  const queryText = hasQuery ? `${head}export interface ${name}Query ${fieldsType(query)}\n\n` : '';
  const body = bodyOf(operation);
  const bodyText = body === null ? '' : `${head}export interface ${name}Body ${fieldsType(body)}\n\n`;
  return `${queryText}${bodyText}${head}export type ${name}Answer = ${typeOf(answerSchema(operation))};\n`;
}

/** The operations of the client, and the names of all schemas that their answers use. */
export function clientOperations(document: Document): { operations: Operation[]; names: string[] } {
  const operations = keyedRoutes(document)
    .map(({ operation }) => operation)
    .filter((operation) => !isTwin(operation));
  const refs = operations.flatMap((one) => refsIn(answerSchema(one)));
  return { operations, names: reachable(document.components.schemas, ['Problem', ...refs]) };
}

export function typesText(plain: Document): string {
  const document = withEventTypes(plain);
  const { operations, names } = clientOperations(document);
  const { schemas } = document.components;
  const head =
    '// Made by `npm run openapi` from openapi.json; do not edit. Types alone: nothing of this file runs.\n';
  const parts = [...names.map((name) => schemaText(name, schemas[name]!)), ...operations.map(operationText)];
  return [head, ...parts].join('\n');
}

export function filesOf(document: Document): Record<string, string> {
  return {
    [`${FOLDER}/api-types.ts`]: typesText(document),
    [`${FOLDER}/data-methods.ts`]: methodsText(document),
    [`${FOLDER}/free-methods.ts`]: freeMethodsText(document),
  };
}
