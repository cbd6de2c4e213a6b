// Writes the text of free-methods.ts: the methods of the nouns `pricing` and `account`, one for each verb that names its method. Python's form
// of them is made from the same list.
import { bodyOf, type Document, type Operation, parametersOf, typeName } from './document.ts';
import { comment, type Schema, typeOf } from './schema-types.ts';

export interface FreeMethod {
  noun: string;
  name: string;
  method: string;
  path: string;
  operation: Operation;
  params: Schema;
  /** null where there is none. */
  query: Schema | null;
  body: Schema | null;
}

/** A walk through all pages, which each client writes itself. */
const WALKED = 'account.entries';
/** Clients read JSON. */
const NOT_ASKED = 'format';

function queryOf(operation: Operation): Schema | null {
  const { properties = {}, ...rest } = parametersOf(operation, 'query');
  const { [NOT_ASKED]: _, ...asked } = properties;
  return Object.keys(asked).length === 0 ? null : { ...rest, properties: asked };
}

export function freeMethods({ paths }: Document): FreeMethod[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { 'x-client-method': named } = operation;
      if (named === undefined || named === WALKED) return [];
      const [noun = '', name = ''] = named.split('.');
      const [params, query, body] = [parametersOf(operation, 'path'), queryOf(operation), bodyOf(operation)];
      return [{ noun, name, method: method.toUpperCase(), path, operation, params, query, body }];
    }),
  );
}

/** What the method is given: the parameters of its path, then the query or the body. */
function inputOf({ operation, params, query, body }: FreeMethod): { text: string; types: string[] } {
  const inPath = Object.entries(params.properties ?? {}).map(
    ([name, schema]) => `${name}: ${typeOf(schema)}`,
  );
  const given = body ?? query;
  const type = `${typeName(operation)}${body === null ? 'Query' : 'Body'}`;
  const isCut = body === null && parametersOf(operation, 'query').properties?.[NOT_ASKED] !== undefined;
  const mark = (given?.required ?? []).length > 0 ? '' : '?';
  const name = body === null ? 'query' : 'body';
  const input = given === null ? [] : [`${name}${mark}: ${isCut ? `Omit<${type}, '${NOT_ASKED}'>` : type}`];
  return {
    text: [...inPath, ...input, 'options?: CallOptions'].join(', '),
    types: [...(given === null ? [] : [type]), `${typeName(operation)}Answer`],
  };
}

function signature(one: FreeMethod): string {
  return `${comment(one.operation.summary, '  ')}  ${one.name}: (${inputOf(one).text}) => Call<${typeName(one.operation)}Answer>;\n`;
}

/** The route as the client reads it: `?` for one that takes a query, `!` for one that takes a body. */
const routeText = ({ name, method, path, query, body }: FreeMethod) =>
  `  ${name}: '${method} ${path}${body !== null ? '!' : query !== null ? '?' : ''}',\n`;

export function freeMethodsText(document: Document): string {
  const byNoun = [...Map.groupBy(freeMethods(document), ({ noun }) => noun)];
  const types = new Set(byNoun.flatMap(([, own]) => own.flatMap((one) => inputOf(one).types)));
  const interfaces = byNoun.map(
    ([noun, own]) =>
      `\nexport interface ${noun.replace(/^./, (letter) => letter.toUpperCase())}Methods {\n${own.map(signature).join('')}}\n` +
      `\nexport const ${noun.toUpperCase()} = {\n${own.map(routeText).join('')}};\n`,
  );
  return [
    '// Made by `npm run openapi` from openapi.json; do not edit.\n',
    `import type {\n${[...types]
      .sort()
      .map((type) => `  ${type},\n`)
      .join('')}} from './api-types.ts';\n`,
    "import type { Call } from './call.ts';\nimport type { CallOptions } from './send.ts';\n",
    ...interfaces,
  ].join('');
}
