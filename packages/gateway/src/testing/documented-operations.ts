// Reads the committed openapi.json for tests: every operation with its inputs, and whether an answer is one that the document allows. It
// reads only that file, so an undocumented route is unknown.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import type { JsonSchema } from '../http/requests/schema.ts';

const FILE = path.join(import.meta.dirname, '../../../../openapi.json');

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

interface AnswerSeen {
  status: number;
  /** Its content type. */
  type: string;
  text: string;
}

export interface Operation {
  id: string;
  method: string;
  /** With `{name}` for each parameter of the path. */
  path: string;
  summary: string;
  access: 'key' | 'admin' | 'none';
  parameters: Parameter[];
  body: JsonSchema | null;
  /** A status or a code that the document does not have; null when it has both. */
  missing(answer: AnswerSeen): string | null;
  /** What is wrong with an answer, by the document; null when nothing is. */
  complaint(status: number, type: string, text: string): string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, whose shape the linter of the document checks.
type Json = any;

/** An object that lists its fields has no others: an extra field in an answer would publish something by accident. */
function strict(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const mapped = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, strict(inner)]));
  const isObject = schema.type === 'object' && schema.properties !== undefined;
  return isObject ? { additionalProperties: false, ...mapped } : mapped;
}

function resolve(document: Json, node: Json): Json {
  if (node?.$ref === undefined) return node;
  return (node.$ref as string)
    .split('/')
    .slice(1)
    .reduce((at, name) => at[name], document);
}

/** For one status: a check of the text, by media type. */
function checksOf(document: Json, response: Json): Map<string, (text: string) => string | null> {
  const checks = new Map<string, (text: string) => string | null>();
  const { content = {}, 'x-answers-with': others = {} } = resolve(document, response);
  for (const [type, { schema }] of Object.entries<Json>(content)) {
    const any = type === 'application/json' ? { anyOf: [schema, ...Object.values<Json>(others)] } : schema;
    const rooted = { ...strict(any), components: { schemas: strict(document.components.schemas) } };
    const check = Compile(rooted as TSchema);
    checks.set(type, (text) => {
      const value = /json$/.test(type) ? JSON.parse(text) : text;
      return check.Check(value) ? null : JSON.stringify(check.Errors(value)[1].slice(0, 5));
    });
  }
  return checks;
}

function missingIn(document: Json, responses: Json, { status, type, text }: AnswerSeen): string | null {
  const response = responses[String(status)];
  // Nothing is served at this path here: it belongs to the other listener.
  if (text.includes('"code":"ROUTE_NOT_FOUND"')) return null;
  if (response === undefined) return `the status ${status} is not documented`;
  // Browsers get pages in place of problems.
  if (status < 400 && text !== '' && !hasType(resolve(document, response).content ?? {}, type))
    return `the type ${type} is not documented for ${status}`;
  return text.startsWith('{') && status >= 400 ? undocumentedCode(document, response, text) : null;
}

/** `image/*` stands for any picture. */
function hasType(content: Json, type: string): boolean {
  const bare = type.split(';')[0]!.trim();
  return Object.hasOwn(content, bare) || Object.hasOwn(content, bare.replace(/\/.*/, '/*'));
}

function complaintOf(document: Json, responses: Json): Operation['complaint'] {
  const compiled = new Map<string, ReturnType<typeof checksOf>>();
  return (status, type, text) => {
    const response = responses[String(status)];
    if (response === undefined) return `the status ${status} is not documented`;
    const checks = compiled.get(String(status)) ?? checksOf(document, response);
    compiled.set(String(status), checks);
    const check = checks.get(type.split(';')[0]!.trim());
    if (check === undefined) return `the type ${type} is not documented for ${status}`;
    return check(text) ?? undocumentedCode(document, response, text);
  };
}

/** An odd value in the path may change the path itself, so that it belongs to no operation. */
function undocumentedCode(document: Json, response: Json, text: string): string | null {
  const examples = resolve(document, response).content?.['application/problem+json']?.examples;
  const code = examples === undefined ? null : JSON.parse(text).code;
  if (code === null || code === 'ROUTE_NOT_FOUND' || Object.hasOwn(examples, code)) return null;
  return `the code ${code} is not documented`;
}

function operationOf(document: Json, method: string, at: string, node: Json): Operation {
  const scheme = Object.keys(node.security[0] ?? {})[0];
  return {
    id: node.operationId,
    method: method.toUpperCase(),
    path: at,
    summary: node.summary,
    access: scheme === 'apiKey' ? 'key' : scheme === 'adminToken' ? 'admin' : 'none',
    parameters: node.parameters.map((parameter: Json) => resolve(document, parameter)),
    body: node.requestBody?.content['application/json'].schema ?? null,
    missing: (answer) => missingIn(document, node.responses, answer),
    complaint: complaintOf(document, node.responses),
  };
}

export function documentedOperations(): Operation[] {
  const document: Json = JSON.parse(readFileSync(FILE, 'utf8'));
  return Object.entries<Json>(document.paths).flatMap(([at, item]) =>
    Object.entries<Json>(item).map(([method, node]) => operationOf(document, method, at, node)),
  );
}

let documented: (Operation & { pattern: RegExp })[] | null = null;

/** What the document does not say of an answer: its status, its content type, or the code of its problem. Null when all is said, or no operation has this path. */
export function undocumentedAnswer(method: string, pathname: string, answer: AnswerSeen): string | null {
  documented ??= documentedOperations().map((one) => ({ ...one, pattern: patternOf(one.path) }));
  // A path without parameters is before one that they would match too.
  const [found] = documented
    .filter((one) => one.method === method && one.pattern.test(pathname))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  const missing = found?.missing(answer) ?? null;
  return missing === null ? null : `${method} ${pathname}: ${missing}`;
}

const patternOf = (at: string) =>
  new RegExp(`^${at.replaceAll(/[.+]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

let webhooks: Map<string, (body: string) => string | null> | null = null;

/** What is wrong with an event as a webhook gets it; null when nothing is. */
export function eventComplaint(body: string): string | null {
  webhooks ??= documentedWebhooks();
  const { type } = JSON.parse(body) as { type: string };
  const complaint = webhooks.get(type);
  if (complaint === undefined) return `${type} is not documented`;
  const found = complaint(body);
  return found === null ? null : `${type}: ${found}`;
}

function documentedWebhooks(): Map<string, (body: string) => string | null> {
  const document: Json = JSON.parse(readFileSync(FILE, 'utf8'));
  const complaints = Object.entries<Json>(document.webhooks).map(([type, { post }]) => {
    const schema = resolve(document, post.requestBody.content['application/json'].schema);
    const check = Compile(strict(schema) as TSchema);
    const complaint = (body: string) => {
      const value = JSON.parse(body);
      return check.Check(value) ? null : JSON.stringify(check.Errors(value)[1].slice(0, 5));
    };
    return [type, complaint] as const;
  });
  return new Map(complaints);
}

interface Filling {
  path?: Record<string, string>;
  query?: Record<string, string>;
}

/** The target of a request, with all values percent-encoded. */
export function targetOf(
  operation: Pick<Operation, 'path'>,
  { path: named = {}, query = {} }: Filling,
): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(named[name] ?? ''));
  const text = new URLSearchParams(query).toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** Whether calls of it are billed. */
export const isDataRoute = ({ path }: Pick<Operation, 'path'>) => /^\/api\/u[12]\//.test(path);

/** Which listener serves it. `/metrics` is the only admin path without the prefix, and signing in the only one without a token. */
export function isAdmin({ access, path }: Pick<Operation, 'access' | 'path'>): boolean {
  return access === 'admin' || path.startsWith('/admin/');
}
