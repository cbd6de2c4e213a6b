// A refusal of the gateway as pages see it: the code, the words, and the fields that it names.
import type { Problem } from './api-types.ts';

/** What a page finds out by itself. The texts of pages have words for it, in the reader's language. */
export type OwnProblem = 'tooLong' | 'noAnswer' | 'strangeAnswer';

export class ProblemError extends Error {
  readonly problem: Problem;
  /** null for a refusal by the gateway, which has its own words. */
  readonly own: OwnProblem | null;
  /** Whether what was asked could have cost something. */
  readonly isOfPaidCall: boolean;
  constructor(problem: Problem, own: OwnProblem | null = null, isOfPaidCall = false) {
    super(problem.detail || problem.title);
    this.problem = problem;
    this.own = own;
    this.isOfPaidCall = isOfPaidCall;
  }
}

/** Data routes stand below a group; everything else of the API is free. */
export function isPaidPath(path: string): boolean {
  return /^\/api\/u\d+\//.test(path);
}

export interface Told {
  /** null where the fields say it all. */
  detail: string | null;
  fields: readonly { field: string; message: string }[];
  /** Said by the page, because the gateway's own words do not. */
  saysNothingCharged: boolean;
}

/** Everything once: the gateway's detail repeats the first of its errors, and often says itself that nothing was charged. */
export function toldOf({ problem, isOfPaidCall }: ProblemError): Told {
  const { detail, errors: fields = [], charged } = problem;
  const isRepeated = fields.some(({ message }) => detail.includes(message));
  const isSaid = /nothing was charged/i.test(detail);
  return {
    detail: isRepeated ? null : detail,
    fields,
    saysNothingCharged: isOfPaidCall && charged !== undefined && !isSaid,
  };
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
