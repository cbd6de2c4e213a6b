// A tool asks one question under the ids of three time windows (see question-id.ts). When another of these ids is
// paid or running, the ledger opens nothing and returns it; the question is then asked again under that id.
import type { CallOutcome, Twin } from '../call/call-outcome.ts';
import type { RunCall } from '../call/gateway-calls.ts';
import type { RequestWithTwins } from '../call/read-request.ts';
import { runCall } from '../call/run-call.ts';
import { failure } from '../domain/failure.ts';

type Run = (
  deps: Parameters<RunCall>[0],
  request: RequestWithTwins,
  facts: Parameters<RunCall>[2],
) => Promise<CallOutcome | Twin>;

/** A further turn is needed only when another call with such an id failed while this one began. */
export const TWIN_TURNS_MAX = 4;

/** `onFound` gets the id under which the question is asked from then on. */
export function runWithTwins(
  twins: readonly string[],
  onFound: (requestId: string) => void,
  run: Run = runCall,
): RunCall {
  return async (deps, request, facts) => {
    const ids = [request.requestId, ...twins];
    let { requestId } = request;
    for (let turn = 0; ; turn++) {
      const others = ids.filter((id) => id !== requestId);
      const outcome = await run(deps, { ...request, requestId, twins: others }, facts);
      if (outcome.kind !== 'twin') return outcome;
      if (turn === TWIN_TURNS_MAX)
        return failure('REQUEST_IN_PROGRESS', 'Repeat the request; it is not charged twice.');
      ({ requestId } = outcome);
      onFound(requestId);
    }
  };
}
