// Reads the parameters of one operation: which of them a caller sends, and how several values are written. A
// parameter that cannot be sent exactly as documented is a problem.
import { type Credential, isCredential } from './credential.ts';
import { type DocumentProblem, follow, isJson, isProblem, type Json } from './document.ts';
import type { Parameter } from './operation.ts';
import type { PathTemplate } from './path-template.ts';
import { isLiteral } from './path-template.ts';
import type { SchemaReader } from './schema-reader.ts';

/** Far above any real operation. */
const PARAMETERS_MAX = 200;
/** OpenAPI says that these are not parameters; the last one is passed on with every call. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization', 'accept-language']);

interface Given {
  root: Json;
  schemas: SchemaReader;
  template: PathTemplate;
  credential: Credential;
}

export function readParameters(given: Given, pathItem: Json, operation: Json): Parameter[] | DocumentProblem {
  const lists = [pathItem.parameters, operation.parameters].map((list) => (Array.isArray(list) ? list : []));
  const merged = new Map<string, Json>();
  for (const one of lists.flat().slice(0, PARAMETERS_MAX)) {
    const parameter = follow(given.root, one);
    if (isProblem(parameter)) return parameter;
    // The operation's own parameters come second and override those of the path.
    merged.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  const read = [...merged.values()].map((parameter) => readParameter(given, parameter));
  const problem = read.find((one): one is DocumentProblem => one !== null && isProblem(one));
  return (
    problem ??
    withAllOfPath(
      given,
      read.filter((one): one is Parameter => one !== null),
    )
  );
}

/** null for a parameter that the caller does not send. */
function readParameter(given: Given, parameter: Json): Parameter | DocumentProblem | null {
  const { name, in: place, required } = parameter;
  if (typeof name !== 'string' || name === '') return { problem: 'a parameter has no name' };
  if (isCredential(given.credential, place, name)) return null;
  if (place === 'header') return readHeader(name, required === true);
  if (place === 'cookie') return { problem: `it takes the cookie ${name}` };
  if (place !== 'path' && place !== 'query')
    return { problem: `the parameter ${name} is in an unknown place` };
  if (place === 'path' && !isInPath(given.template, name)) return null;
  const list = listOf(given.root, parameter, place);
  if (typeof list === 'object') return { problem: `the parameter ${name} ${list.problem}` };
  const schema = given.schemas.read(parameter.schema);
  const description = typeof parameter.description === 'string' ? parameter.description : null;
  return { place, name, required: place === 'path' || required === true, list, description, schema };
}

function readHeader(name: string, isRequired: boolean): DocumentProblem | null {
  return isRequired && !IGNORED_HEADERS.has(name.toLowerCase())
    ? { problem: `it needs the header ${name}` }
    : null;
}

const isInPath = ({ segments }: PathTemplate, name: string) =>
  segments.some((segment) => !isLiteral(segment) && segment.param === name);

const STYLES: Record<string, string> = { path: 'simple', query: 'form' };

function listOf(root: Json, parameter: Json, place: 'path' | 'query'): Parameter['list'] | DocumentProblem {
  if (parameter.content !== undefined) return { problem: 'is JSON in a text' };
  const style = parameter.style ?? STYLES[place];
  if (style !== STYLES[place]) return { problem: `is written in the style ${String(style)}` };
  const types = typesOf(root, parameter.schema);
  if (types.includes('object')) return { problem: 'is an object' };
  if (!types.includes('array')) return 'no';
  if (place === 'path') return { problem: 'is a list inside the path' };
  return parameter.explode === false ? 'commas' : 'repeated';
}

function typesOf(root: Json, given: unknown): unknown[] {
  const schema = follow(root, given ?? {});
  if (isProblem(schema)) return [];
  const branches = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const inner = branches.flatMap((branch) => (isJson(branch) ? [follow(root, branch)] : []));
  return [schema, ...inner].flatMap((one) => (isProblem(one) ? [] : [one.type].flat()));
}

/** A path parameter that the document does not describe accepts any text. */
function withAllOfPath({ template, schemas }: Given, read: Parameter[]): Parameter[] {
  const known = new Set(read.filter(({ place }) => place === 'path').map(({ name }) => name));
  const missing = template.segments.flatMap((segment) =>
    isLiteral(segment) || known.has(segment.param) ? [] : [segment.param],
  );
  const plain = schemas.read({ type: 'string' });
  const added = missing.map(
    (name): Parameter => ({
      place: 'path',
      name,
      required: true,
      list: 'no',
      description: null,
      schema: plain,
    }),
  );
  return [...read, ...added];
}
