// Whether a call was paid before, for a caller whose quote no longer holds: a paid id is safe to repeat, whatever the caller
// sends about the price now. It writes nothing, and counts as a free answer.
import { type Failure, isFailure } from '../../domain/failure.ts';
import type { CallPreview } from '../../storage/storage.ts';
import type { CallDeps } from '../call-deps.ts';
import type { LimitedFailure } from '../call-outcome.ts';
import { ledgerRefusal, openInput, stillRunning } from '../open.ts';
import { invalidQuote } from '../prices/quoted-price.ts';
import type { ReadCall } from '../reading/read-call.ts';

/** null when the ledger has the answer: a settled id stays settled, and opening it again can only replay. */
export async function refuseUnpaid(deps: CallDeps, call: ReadCall): Promise<LimitedFailure | null> {
  const place = deps.freeAnswers.take(call.holder.account.id);
  if (isFailure(place)) return place;
  const input = openInput(deps, call);
  const preview = await deps.storage.calls.preview(input).finally(place.leave);
  // The call is not waited for: if it failed, this call would be opened at a price that its caller did not agree to.
  if (preview.kind === 'running') return stillRunning(deps, input);
  return preview.kind === 'replays' ? null : refusalOf(preview, input);
}

/** A failure of the id is reported before the failure of the quote. */
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
