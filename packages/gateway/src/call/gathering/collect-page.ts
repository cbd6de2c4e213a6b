// One page of a collection as a paid call: opened under its derived id, charged for the items that the collection has not seen, and settled
// in the commit that moves the collection on.
import type { CallDeps } from '../call-deps.ts';
import type { CollectRequest, GatherOutcome } from './gathered.ts';

/** Waits for a quiet moment first, so that interactive calls are not slower because of collections. */
export async function collectPage(_deps: CallDeps, _request: CollectRequest): Promise<GatherOutcome> {
  throw new Error('not built yet');
}
