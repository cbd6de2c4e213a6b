// What the workers of collections and watches ask of the path of a call, and what they get back.
import type { Failure } from '../../domain/failure.ts';
import type { Micros } from '../../domain/money.ts';
import type { KeyHolder } from '../../storage/storage.ts';

/** Collected pages and runs of watches have prices of their own: the segment of their catalog path in place of `app`. */
export type Purpose = 'collect' | 'watch';

export interface GatherRequest {
  /** The key whose rights, caps and balance the call uses. */
  holder: KeyHolder;
  /** Derived from the collection or watch; callers may not send such an id. */
  requestId: string;
  /** The path of the interactive route; the price is that of its `collect` or `watch` path. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** The most that the call may cost. */
  ceilingMicros: Micros;
  /** Which of these items the owner has seen before. */
  seen(items: readonly string[]): Promise<ReadonlySet<string>>;
}

export type GatherOutcome =
  | { kind: 'settled'; items: number; chargedMicros: Micros }
  /** The id was settled before, is running elsewhere, or its hold expired: read the row again and go on from there. */
  | { kind: 'moved' }
  /** Nothing was charged. */
  | Failure;
