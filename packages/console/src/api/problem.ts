// A failed request as pages show it: its code, its message and the fields that it names.
import type { Problem } from './api-types.ts';

/** Failures that the page detects itself. The page's texts have messages for them in the reader's language. */
type OwnProblem = 'tooLong' | 'noAnswer' | 'foreignAnswer';

export class ProblemError extends Error {
  readonly problem: Problem;
  /** null if the gateway refused: then its own message is shown. */
  readonly own: OwnProblem | null;
  /** True if the request could have been charged. */
  readonly isOfPaidCall: boolean;
  constructor(problem: Problem, own: OwnProblem | null = null, isOfPaidCall = false) {
    super(problem.detail || problem.title);
    this.problem = problem;
    this.own = own;
    this.isOfPaidCall = isOfPaidCall;
  }
}

/** Only data routes, whose paths begin with a group, can be charged. */
export function isPaidPath(path: string): boolean {
  return /^\/api\/u\d+\//.test(path);
}

interface ShownProblem {
  /** null if the field messages already say everything. */
  detail: string | null;
  fields: readonly { field: string; message: string }[];
  /** True if the page must add that nothing was charged, because the gateway's message does not say so. */
  saysNothingCharged: boolean;
}

/** Removes repetitions: the gateway's detail repeats the first of its errors, and often says itself that nothing was charged. */
export function shownProblem({ problem, isOfPaidCall }: ProblemError): ShownProblem {
  const { detail, errors: fields = [], charged } = problem;
  const isRepeated = fields.some(({ message }) => detail.includes(message));
  const isSaid = /nothing was charged/i.test(detail);
  return {
    detail: isRepeated ? null : detail,
    fields,
    saysNothingCharged: isOfPaidCall && charged !== undefined && !isSaid,
  };
}

/** Longer requests than the gateway reads are not sent: it would close the connection without an answer. */
export function tooLong(): ProblemError {
  const detail = 'This is too long to be sent. Shorten it; nothing was changed.';
  return new ProblemError(plainProblem(413, 'BODY_TOO_LARGE', detail, 'fix'), 'tooLong');
}

export function noAnswer(): ProblemError {
  const detail = 'The gateway does not answer. Check the connection and try again.';
  return new ProblemError(plainProblem(0, 'INTERNAL', detail, 'retry'), 'noAnswer');
}

/** The response did not come from a gateway, but for example from a proxy. */
export function foreignAnswer(status: number): ProblemError {
  const detail = `The answer (status ${status}) is not from the gateway. Try again later.`;
  return new ProblemError(plainProblem(status, 'INTERNAL', detail, 'retry'), 'foreignAnswer');
}

function plainProblem(status: number, code: string, detail: string, next: 'fix' | 'retry'): Problem {
  return { type: 'about:blank', title: detail, status, detail, code, request_id: '', next } as Problem;
}
