// Types for one operation of a mounted document. Reading a document makes them, and a call uses them.
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
  /** null for operations without a body. */
  body: RequestBody | null;
  credential: Credential;
  /** Parts of the input that only the upstream checks, with the reason. */
  unchecked: readonly string[];
}

/** An operation that is not mounted, with the reason. */
export interface Skipped {
  method: CallMethod;
  path: string;
  reason: string;
}
