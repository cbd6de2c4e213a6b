// Parses an OpenAPI document: JSON or YAML, its version, its size, and the references inside it. Nothing outside the
// text is read, so a reference to anything else is a problem.
import { parse } from 'yaml';
import type { Json } from '../connectors/parsing/json.ts';
import { KB } from '../domain/limits.ts';

export type { Json };

/** A reason, for the operator. */
export interface DocumentProblem {
  problem: string;
}

export interface OpenDocument {
  root: Json;
  /** OpenAPI 3.0 has its own dialect of JSON Schema. */
  isDialect30: boolean;
}

/** The largest published documents have about 10 MiB. */
export const DOCUMENT_BYTES_MAX = 16 * KB * KB;
/** A longer chain of references is a cycle. */
const REFS_MAX = 20;

export function isProblem(value: object): value is DocumentProblem {
  return 'problem' in value;
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function openDocument(text: string): OpenDocument | DocumentProblem {
  if (Buffer.byteLength(text) > DOCUMENT_BYTES_MAX) return { problem: 'the document is larger than 16 MiB' };
  const root = parseText(text);
  if (!isJson(root)) return { problem: 'the document is not valid JSON or YAML' };
  if (root.swagger !== undefined) return { problem: 'Swagger 2.0 is not supported; convert it to OpenAPI 3' };
  const version = /^3\.([01])(\.|$)/.exec(String(root.openapi))?.[1];
  if (version === undefined) return { problem: 'only OpenAPI 3.0 and 3.1 are supported' };
  if (!isJson(root.paths)) return { problem: 'the document has no paths' };
  return { root, isDialect30: version === '0' };
}

/** JSON is also YAML, but its own parser is a hundred times faster. */
function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: tried as YAML below.
  }
  try {
    return parse(text, { schema: 'core', merge: false, logLevel: 'error', prettyErrors: false });
  } catch {
    return null;
  }
}

/** The pointer of a local reference, such as `/components/schemas/Item`; null for every other reference. */
export function pointerOf(ref: unknown): string | null {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return null;
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return null;
  }
}

/** The value at a pointer; undefined when there is none. */
export function valueAt(root: Json, pointer: string): unknown {
  let value: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as Json)[name];
  }
  return value;
}

/** Follows references until an object is reached. */
export function follow(root: Json, given: unknown): Json | DocumentProblem {
  let value = given;
  for (let i = 0; i <= REFS_MAX; i++) {
    if (!isJson(value)) return { problem: 'a part of it is missing or is not an object' };
    if (value.$ref === undefined) return value;
    const pointer = pointerOf(value.$ref);
    if (pointer === null) return { problem: 'it refers to another document' };
    value = valueAt(root, pointer);
  }
  return { problem: 'a reference leads back to itself' };
}
