// Owns the word for one billed address, whether an operation of ours or one of a mounted upstream is behind it.
import type { Variant } from '../domain/call.ts';
import type { Group } from '../domain/key.ts';

/** HEAD is not among them: it would run a billed call for nothing. */
export const CALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type CallMethod = (typeof CALL_METHODS)[number];

/** One billed address. */
export interface DataRoute {
  /** `{name}` stands for a parameter, on mounted routes. */
  path: string;
  method: CallMethod;
  group: Group;
  version: 'v1';
  /** The platform, or the mount. */
  platform: string;
  /** `video.search`, or `mount.<name>.<operation>`. */
  operation: string;
  variant: Variant;
  /** What a price is for. */
  unit: 'call' | 'leg';
  /** Of a call over many platforms: whose prices its own is the sum of. */
  legs?: readonly { platform: string; path: string }[];
  /** Items that a call asks for when it does not say; 1 when its answer is one thing. */
  itemsDefault: number;
  /** What the price list says when the catalog says nothing. */
  summary: string | null;
}
