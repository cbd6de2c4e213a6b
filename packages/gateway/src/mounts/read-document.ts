// Reads an upstream's OpenAPI document: every operation is either mounted completely or listed as skipped with its
// reason. Pure: nothing is fetched.
import { CALL_METHODS, type CallMethod } from '../operations/data-route.ts';
import { type Credential, credentialOf } from './credential.ts';
import { type DocumentProblem, follow, isJson, isProblem, type Json, openDocument } from './document.ts';
import type { MountedOperation, RequestBody, Skipped } from './operation.ts';
import { type PathTemplate, readTemplate, templateForm } from './path-template.ts';
import { readParameters } from './read-parameters.ts';
import { SchemaReader } from './schema-reader.ts';

export interface ReadDocument {
  title: string;
  operations: MountedOperation[];
  skipped: Skipped[];
  schemas: SchemaReader;
  /** The first server, when it is a plain URL; null otherwise. */
  server: string | null;
}

/** The largest published documents have about 2,000. */
const OPERATIONS_MAX = 5_000;
/** Real operations have one or two. */
const TAGS_MAX = 50;
const SUMMARY_CHARS_MAX = 200;
const DESCRIPTION_CHARS_MAX = 2_000;

interface ReadOptions {
  /** Where the credential goes, in place of what the document says; null uses the document. */
  credential: Credential | null;
}

export function readDocument(text: string, options: ReadOptions): ReadDocument | DocumentProblem {
  const opened = openDocument(text);
  if (isProblem(opened)) return opened;
  const { root } = opened;
  const entries = operationsIn(root);
  if (entries.length > OPERATIONS_MAX)
    return { problem: `the document has more than ${OPERATIONS_MAX} operations` };
  const info = isJson(root.info) ? root.info : {};
  const document: ReadDocument = {
    title: line(info.title, SUMMARY_CHARS_MAX) ?? 'untitled',
    operations: [],
    skipped: [],
    schemas: new SchemaReader(opened),
    server: serverOf(root),
  };
  const taken = new Set<string>();
  for (const entry of entries) {
    const read = readEntry({ root, schemas: document.schemas, ...options }, entry);
    const address = isProblem(read) ? '' : `${read.method} ${templateForm(read.template)}`;
    const found = taken.has(address) ? { problem: 'another operation has the same path' } : read;
    if (isProblem(found))
      document.skipped.push({ method: entry.method, path: entry.path, reason: found.problem });
    else document.operations.push(found);
    if (!isProblem(found)) taken.add(address);
  }
  return document;
}

interface Entry {
  method: CallMethod;
  path: string;
  pathItem: Json;
  operation: unknown;
}

function operationsIn(root: Json): Entry[] {
  return Object.entries(root.paths as Json).flatMap(([path, given]) => {
    const pathItem = follow(root, given);
    if (isProblem(pathItem)) return [];
    return CALL_METHODS.filter((method) => pathItem[method.toLowerCase()] !== undefined).map((method) => ({
      method,
      path,
      pathItem,
      operation: pathItem[method.toLowerCase()],
    }));
  });
}

interface Reading extends ReadOptions {
  root: Json;
  schemas: SchemaReader;
}

function readEntry(
  reading: Reading,
  { method, path, pathItem, operation }: Entry,
): MountedOperation | DocumentProblem {
  const { root, schemas } = reading;
  if (!isJson(operation)) return { problem: 'it is not an object' };
  if (isJson(operation.callbacks) && Object.keys(operation.callbacks).length > 0) {
    return { problem: 'it makes callbacks' };
  }
  if (operation.servers !== undefined || pathItem.servers !== undefined) {
    return { problem: 'it has its own server' };
  }
  const template = readTemplate(path);
  if (isProblem(template)) return template;
  const credential = reading.credential ?? credentialOf(root, operation);
  if (isProblem(credential)) return credential;
  const parameters = readParameters({ root, schemas, template, credential }, pathItem, operation);
  if (isProblem(parameters)) return parameters;
  const body = readBody(reading, method, operation.requestBody);
  if (body !== null && isProblem(body)) return body;
  const checked = [...parameters.map(({ schema }) => schema), ...(body === null ? [] : [body.schema])];
  const problem = schemas.problemIn(checked);
  if (problem !== null) return { problem };
  const unchecked = schemas.uncheckedIn(checked);
  const named = words(operation, method, template);
  return { method, path, template, parameters, body, credential, unchecked, ...named };
}

function readBody(
  { root, schemas }: Reading,
  method: CallMethod,
  given: unknown,
): RequestBody | DocumentProblem | null {
  if (given === undefined) return null;
  const body = follow(root, given);
  if (isProblem(body)) return body;
  const content = isJson(body.content) ? body.content : {};
  const types = Object.keys(content);
  const type = types.find((one) => /^application\/json\b/i.test(one)) ?? types.find((one) => one === '*/*');
  if (type === undefined) {
    if (body.required !== true && types.length === 0) return null;
    return { problem: `its body is ${types[0] ?? 'of no known type'}, not JSON` };
  }
  if (method === 'GET') return { problem: 'it takes a body with GET' };
  const media = isJson(content[type]) ? content[type] : {};
  return { required: body.required === true, schema: schemas.read(media.schema) };
}

/** Ids are written to ledgers and links, so they are plain. */
const ID = /[^A-Za-z0-9_.-]+/g;
const ID_CHARS_MAX = 100;

function words(operation: Json, method: CallMethod, template: PathTemplate) {
  const made = `${method.toLowerCase()}_${templateForm(template)}`;
  const id = typeof operation.operationId === 'string' ? operation.operationId : made;
  return {
    id: id.replaceAll(ID, '_').slice(0, ID_CHARS_MAX),
    tags: tagsOf(operation.tags),
    summary: line(operation.summary, SUMMARY_CHARS_MAX),
    description: line(operation.description, DESCRIPTION_CHARS_MAX),
  };
}

function tagsOf(given: unknown): string[] {
  const tags = Array.isArray(given) ? given : [];
  return tags.filter((tag): tag is string => typeof tag === 'string').slice(0, TAGS_MAX);
}

function line(text: unknown, charsMax: number): string | null {
  if (typeof text !== 'string') return null;
  const plain = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return plain === '' ? null : plain.slice(0, charsMax).toWellFormed();
}

function serverOf(root: Json): string | null {
  const first = Array.isArray(root.servers) ? root.servers[0] : null;
  const url = isJson(first) && typeof first.url === 'string' ? first.url : '';
  return /^https?:\/\/[^{}?#@\s]+$/.test(url) ? url.replace(/(?<!\/)\/+$/, '') : null;
}
