// Types of a call of one of our operations: what its path and query say, and which providers can serve it.

import type { Group } from '../../domain/access/key.ts';
import type { Variant } from '../../domain/call.ts';
import type { Failure } from '../../domain/failure.ts';
import type { OperationAction } from '../../operations/index.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';

export interface OperationTarget {
  kind: 'operation';
  group: Group;
  platform: string;
  /** The action that the last segment of the path names. */
  called: OperationAction;
  /** The parsed query. A failure is reported only after the caller was authenticated. */
  query: Record<string, string> | Failure;
  /** Set when a short link named what is asked. */
  link?: ShortLinkTarget;
  /**
   * Which of these ids its walk has delivered, by the rows of the collection or watch that walks. Absent for callers, whose walks are known
   * only by their cursors.
   */
  delivered?: DeliveredIds;
  /** A collection or a watch asks. */
  isGathered?: true;
}

export type DeliveredIds = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

export interface ShortLinkTarget {
  /** The link in its canonical form, which has no query. */
  url: string;
  /** The link and all other parameters, as they were sent. */
  said: readonly string[];
  /** Why the link could not be followed. */
  failure: Failure | null;
}

export interface OperationAddress {
  group: Group;
  platform: string;
  variant: Variant;
  path: string;
  /** The providers that have the operation, in order of preference; at least one. */
  providers: readonly ConnectedProvider[];
}
