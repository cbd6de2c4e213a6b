// Whether a call was paid before, for a caller whose quote no longer holds: a paid id is safe to repeat, whatever its caller says about
// the price by now. It writes nothing, and counts as a free answer.
import { type Failure, isFailure } from '../../domain/failure.ts';
import type { CallPreview } from '../../storage/storage.ts';
import type { CallDeps } from '../call-deps.ts';
import type { LimitedFailure } from '../call-outcome.ts';
import { ledgerRefusal, openInput, stillRunning } from '../open.ts';
import { invalidQuote } from '../prices/quoted-price.ts';
import type { ReadCall } from '../reading/read-call.ts';

/** null when the ledger has the answer: an id that is settled stays so, and opening it again can only replay. */
export async function refuseUnpaid(deps: CallDeps, call: ReadCall): Promise<LimitedFailure | null> {
  const place = deps.freeAnswers.take(call.holder.account.id);
  if (isFailure(place)) return place;
  const input = openInput(deps, call);
  const preview = await deps.storage.calls.preview(input).finally(place.leave);
  // Waiting for it could end in a call that is opened anew, at a price that this caller did not agree to.
  if (preview.kind === 'running') return stillRunning(deps, input);
  return preview.kind === 'replays' ? null : refusalOf(preview, input);
}

/** What is wrong with the id comes before what is wrong with the quote. */
function refusalOf(
  preview: Exclude<CallPreview, { kind: 'running' | 'replays' }>,
  input: ReturnType<typeof openInput>,
): Failure {
  switch (preview.kind) {
    case 'reused':
    case 'expired':
    case 'refunded':
    case 'unauthorized':
      return ledgerRefusal(preview, input);
    default:
      return invalidQuote;
  }
}
