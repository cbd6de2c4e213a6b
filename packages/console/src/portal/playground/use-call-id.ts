// The request id in the sample code. If there is an answer, it is that answer's id, so the code repeats it for free. Before that it is the
// id that the button will use, so that running both is charged once.
import { useState } from 'react';
import { ProblemError } from '../../api/problem.ts';
import { type Call, isSameCall } from './call.ts';
import { type FailedRun, newRunId, type Ran } from './use-run.ts';

interface Next {
  call: Call | null;
  id: string;
}

/** An id is used again only if its outcome is unknown: it then leads to an answer that may already be paid. */
function isSpent({ id }: Next, ran: readonly Ran[], failed: FailedRun | null): boolean {
  if (ran.some(({ requestId }) => requestId === id)) return true;
  const isAnswered = failed?.error instanceof ProblemError && failed.error.own === null;
  return failed?.requestId === id && isAnswered;
}

function isOf(next: Next, call: Call | null): boolean {
  if (next.call === null || call === null) return next.call === call;
  return isSameCall(next.call, call);
}

/** The next request id: the same one while the call is unchanged and the id unused. */
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
