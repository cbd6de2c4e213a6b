// One billed path, of an operation of ours or of a mounted upstream.

import type { Group } from '../domain/access/key.ts';
import type { Variant } from '../domain/call.ts';
import type { Purpose } from './gathered-paths.ts';

/** HEAD is missing: it would run a billed call and return no body. */
export const CALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type CallMethod = (typeof CALL_METHODS)[number];

export interface DataRoute {
  /** On mounted routes, `{name}` is a parameter. */
  path: string;
  method: CallMethod;
  group: Group;
  version: 'v1';
  /** The name of the platform or of the mount. */
  platform: string;
  /** `video.search`, or `mount.<name>.<operation>`. */
  operation: string;
  variant: Variant;
  /** What one price pays for. */
  unit: 'call' | 'leg';
  /** For a call over many platforms: the routes whose prices add up to its price. */
  legs?: readonly { platform: string; path: string }[];
  /** A price of collections or watches, without an HTTP route; absent for routes. */
  purpose?: Purpose;
  /** The records of its platform are made up; absent for no. */
  isMadeUp?: true;
  /** How many items a call asks for by default; 1 when the answer is one record. */
  itemsDefault: number;
  /** The text in the price list when the catalog has none. */
  summary: string | null;
}
