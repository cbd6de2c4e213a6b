// Owns a refusal of the gateway as pages see it: the code, the words, and the fields that it names.
import type { Problem } from './api-types.ts';

export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }
}

/** What is more than the gateway reads is not sent: it would break off the connection instead of answering. */
export function tooLongProblem(): Problem {
  return {
    type: 'about:blank',
    title: 'Too long',
    status: 413,
    detail: 'This is too long to be sent. Nothing was changed.',
    code: 'BODY_TOO_LARGE',
    request_id: '',
    next: 'fix',
  } as Problem;
}

/** What came when it was no answer of a gateway: a proxy's page, or nothing. */
export function strangeProblem(status: number): Problem {
  return {
    type: 'about:blank',
    title: status === 0 ? 'The gateway does not answer' : `Answer ${status} without a problem document`,
    status,
    detail: status === 0 ? 'The gateway does not answer.' : `The gateway answered ${status}.`,
    code: 'INTERNAL',
    request_id: '',
    next: 'retry',
  } as Problem;
}
