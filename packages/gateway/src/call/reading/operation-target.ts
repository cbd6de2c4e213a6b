// Types of a call of one of our operations: what its path and query say, and which providers stand behind it.
import type { Variant } from '../../domain/call.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Group } from '../../domain/key.ts';
import type { OperationAction } from '../../operations/index.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';

export interface OperationTarget {
  kind: 'operation';
  group: Group;
  platform: string;
  /** What the last segment of the path names. */
  called: OperationAction;
  /** What is wrong with it is told only to callers who may call at all. */
  query: Record<string, string> | Failure;
  /** Where a short link said it. */
  link?: ShortLinkTarget;
}

export interface ShortLinkTarget {
  /** The link and everything beside it, as it was sent. */
  said: readonly string[];
  /** Why it could not be followed. */
  failure: Failure | null;
}

export interface OperationAddress {
  group: Group;
  platform: string;
  variant: Variant;
  path: string;
  /** Who can do it, in order of preference; at least one. */
  providers: readonly ConnectedProvider[];
}
