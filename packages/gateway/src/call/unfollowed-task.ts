// Owns the task of a call whose short link could not be followed: nobody is asked, and nothing new can come of it. It is run all
// the same for an id that the caller chose, because that may have been paid and answered before.
import type { Failure } from '../domain/failure.ts';
import type { OperationAddress, ShortLinkTarget } from './operation-target.ts';
import type { LostTask } from './task.ts';

export function createUnfollowedTask(
  operation: string,
  { path, variant }: OperationAddress,
  link: ShortLinkTarget,
  failure: Failure,
): LostTask {
  return {
    kind: 'lost',
    operation,
    canonical: linkCanonical(path, link),
    variant,
    providers: [],
    itemsMax: 1,
    failure,
  };
}

/** What two uses of one request id must agree on, when a short link says what is asked. */
export function linkCanonical(path: string, { said }: ShortLinkTarget): string {
  return JSON.stringify(['GET', path, ...said.toSorted()]);
}
