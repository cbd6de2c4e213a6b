// Owns the words for one operation of a mounted document. Plain data: reading a document makes it, and a call uses it.
import type { CallMethod } from '../operations/data-route.ts';
import type { Credential } from './credential.ts';
import type { PathTemplate } from './path-template.ts';
import type { ReadSchema } from './schema-reader.ts';

export interface Parameter {
  place: 'path' | 'query';
  name: string;
  required: boolean;
  /** How several values are written: as repeated parameters, or as one text with commas. */
  list: 'no' | 'repeated' | 'commas';
  description: string | null;
  schema: ReadSchema;
}

export interface RequestBody {
  required: boolean;
  schema: ReadSchema;
}

export interface MountedOperation {
  method: CallMethod;
  /** As the document writes it. */
  path: string;
  template: PathTemplate;
  /** The document's `operationId`, else made from method and path. */
  id: string;
  tags: readonly string[];
  summary: string | null;
  description: string | null;
  parameters: readonly Parameter[];
  /** null for operations that take none. */
  body: RequestBody | null;
  credential: Credential;
  /** What of its input the gateway leaves to the upstream to check, and why. */
  unchecked: readonly string[];
}

/** An operation that is not mounted, and why. */
export interface Skipped {
  method: CallMethod;
  path: string;
  reason: string;
}
