// Owns a refusal of the gateway as pages see it: the code, the words, and the fields that it names.
import type { Problem } from './api-types.ts';

/** What a page finds out by itself. The texts of pages have words for it, in the reader's language. */
export type OwnProblem = 'tooLong' | 'noAnswer' | 'strangeAnswer';

export class ProblemError extends Error {
  readonly problem: Problem;
  /** null for a refusal by the gateway, which has its own words. */
  readonly own: OwnProblem | null;
  constructor(problem: Problem, own: OwnProblem | null = null) {
    super(problem.detail || problem.title);
    this.problem = problem;
    this.own = own;
  }
}

/** What is more than the gateway reads is not sent: it would break off the connection instead of answering. */
export function tooLong(): ProblemError {
  const detail = 'This is too long to be sent. Nothing was changed.';
  return new ProblemError(plainProblem(413, 'BODY_TOO_LARGE', detail, 'fix'), 'tooLong');
}

export function noAnswer(): ProblemError {
  const detail = 'The gateway does not answer.';
  return new ProblemError(plainProblem(0, 'INTERNAL', detail, 'retry'), 'noAnswer');
}

/** What came was no answer of a gateway: a proxy's page, or nothing. */
export function strangeAnswer(status: number): ProblemError {
  const detail = `The gateway answered ${status}.`;
  return new ProblemError(plainProblem(status, 'INTERNAL', detail, 'retry'), 'strangeAnswer');
}

function plainProblem(status: number, code: string, detail: string, next: 'fix' | 'retry'): Problem {
  return { type: 'about:blank', title: detail, status, detail, code, request_id: '', next } as Problem;
}
