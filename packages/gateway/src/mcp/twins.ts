// A tool asks one question under the ids of three windows of time (see question-id.ts). When another of these ids is paid or under way,
// the ledger opens nothing and names it; the question is then asked again under that id.
import type { RunCall } from '../call/gateway-calls.ts';
import { runCall } from '../call/run-call.ts';
import { failure } from '../domain/failure.ts';

/** A further turn needs a call of somebody else that failed while another one began. */
const TWIN_TURNS_MAX = 4;

/** `onFound` is told the id that the question is asked under from now on. */
export function runWithTwins(twins: readonly string[], onFound: (requestId: string) => void): RunCall {
  return async (deps, request, facts) => {
    const ids = [request.requestId, ...twins];
    for (let [requestId] = ids as [string], turn = 0; turn <= TWIN_TURNS_MAX; turn++) {
      const others = ids.filter((id) => id !== requestId);
      const outcome = await runCall(deps, { ...request, requestId, twins: others }, facts);
      if (outcome.kind !== 'twin') return outcome;
      if (turn === TWIN_TURNS_MAX) break;
      ({ requestId } = outcome);
      onFound(requestId);
    }
    return failure('REQUEST_IN_PROGRESS', 'Ask again; it will not be charged twice.');
  };
}
