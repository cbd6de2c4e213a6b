// The request id that stands in the code for a call: that of the answer on the screen, which the code then repeats for free; before
// there is one, the id that the button will use, so that whoever runs the code first pays once as well.
import { useState } from 'react';
import { ProblemError } from '../../api/problem.ts';
import { type Call, isSameCall } from './call.ts';
import { type FailedRun, newRunId, type Ran } from './use-run.ts';

interface Next {
  call: Call | null;
  id: string;
}

/** An id is used again only where nobody knows what became of it: then it leads to the answer that may have been paid. */
function isSpent({ id }: Next, ran: readonly Ran[], failed: FailedRun | null): boolean {
  if (ran.some(({ requestId }) => requestId === id)) return true;
  const isAnswered = failed?.error instanceof ProblemError && failed.error.own === null;
  return failed?.requestId === id && isAnswered;
}

function isOf(next: Next, call: Call | null): boolean {
  if (next.call === null || call === null) return next.call === call;
  return isSameCall(next.call, call);
}

/** The id to go on with: the same one while the call is the same and the id was not used. */
export function nextId(next: Next, call: Call | null, ran: readonly Ran[], failed: FailedRun | null): Next {
  return isOf(next, call) && !isSpent(next, ran, failed) ? next : { call, id: newRunId() };
}

export function useCallId(
  call: Call | null,
  ran: readonly Ran[],
  failed: FailedRun | null,
): { shown: string; next: string } {
  const [kept, keep] = useState<Next>(() => ({ call, id: newRunId() }));
  const next = nextId(kept, call, ran, failed);
  if (next !== kept) keep(next);
  const answered = call === null ? undefined : ran.find((one) => isSameCall(one.call, call));
  return { shown: answered?.requestId ?? next.id, next: next.id };
}
