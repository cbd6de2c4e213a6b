// A refusal by a running gateway: what is printed on standard error, and the exit code.
import type { Next } from '../domain/failure.ts';
import type { Invocation } from './command.ts';
import type { ProblemAnswer } from './gateway-client.ts';
import { errorText } from './output.ts';
import { plainText } from './text-width.ts';
import { EXIT } from './world.ts';

/** The exit code for a refusal by the gateway. */
export function exitCodeOf(problem: { code: string; next?: string } | null): number {
  if (problem === null) return EXIT.ok;
  if (problem.code.startsWith('INVALID_')) return EXIT.usage;
  return problem.next === 'retry' || problem.next === 'wait' ? EXIT.unavailable : EXIT.no;
}

const ADVICE: Record<Next, string> = {
  retry: 'Try again.',
  wait: 'Wait, then try again.',
  top_up: 'Top up the account, or raise the spend cap of the key.',
  fix: 'Change the request; as it is, it will be refused again.',
  switch: 'Use another platform, variant or key.',
};

function problemText({
  title,
  detail,
  code,
  next,
  reason,
  retry_after_ms,
  request_id,
}: ProblemAnswer): string {
  const wait = retry_after_ms === undefined ? '' : ` Not before ${Math.ceil(retry_after_ms / 1000)} s.`;
  const advice = (ADVICE as Record<string, string | undefined>)[next ?? ''] ?? '';
  // The last line has the message with the id. For a missing thing the detail is the whole sentence.
  const why = detail.replace(' Nothing was charged.', '');
  const lines = [
    `error: ${reason === undefined ? `${title} ${why}` : why} (${code})`,
    `Next: ${advice}${wait}`,
    `Nothing was charged for request ${request_id}.`,
  ];
  return lines.map((line) => `${plainText(line)}\n`).join('');
}

/** A refusal on standard error, in the form that the command prints. */
export function tellProblem({ world, json }: Invocation, problem: ProblemAnswer): number {
  const exitCode = exitCodeOf(problem);
  const { code, detail: message } = problem;
  const shown = { message: plainText(message), code, exitCode, detail: { problem } };
  world.err(json ? errorText(shown, true, false) : problemText(problem));
  return exitCode;
}
