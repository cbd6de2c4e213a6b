// One run of a watch as a paid call: its pages are attempts of one call, which is charged for the items that the watch has not seen, and
// settled in the commit that records the run.
import type { CallDeps } from '../call-deps.ts';
import type { GatherOutcome, RunRequest } from './gathered.ts';

/** Waits for a quiet moment before each page, so that interactive calls are not slower because of watches. */
export async function watchRun(_deps: CallDeps, _request: RunRequest): Promise<GatherOutcome> {
  throw new Error('not built yet');
}
