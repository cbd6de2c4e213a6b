// Owns a call of a mounted upstream as a task of the pipeline: its input, its one attempt and the bytes it answers with.
// It moves no money, and what it sends and passes on is decided in mounts/.
import type { AttemptFailureKind } from '../connectors/connector.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { Group } from '../domain/key.ts';
import { buildRequest, type CallerHeaders, secretForms } from '../mounts/build-request.ts';
import type { MountedRoute } from '../mounts/mount.ts';
import { readAnswer } from '../mounts/read-answer.ts';
import { type MountInput, type RawInput, readInput } from '../mounts/read-input.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';
import type { AttemptOutcome, AttemptResult, Task } from './task.ts';
import { beginTrace } from './trace.ts';

export interface PassTarget {
  kind: 'pass';
  group: Group;
  route: MountedRoute;
  /** What is wrong with it is told only to callers who may call at all. */
  input: RawInput | Failure;
  headers: CallerHeaders;
}

export function createPassTask(deps: CallDeps, target: PassTarget, by: ConnectedProvider): Task | Failure {
  const { route } = target;
  if (isFailure(target.input)) return target.input;
  const input = readInput(route, target.input);
  if (isFailure(input)) return input;
  return {
    operation: route.operation,
    canonical: input.canonical,
    plan: [by],
    nobody: failure('UPSTREAM_ERROR', 'There is nobody to ask.'),
    attempt: (provider, time) => attempt(deps, { target, input, by: provider }, time),
    free: null,
  };
}

interface Passing {
  target: PassTarget;
  input: MountInput;
  by: ConnectedProvider;
}

async function attempt(
  deps: CallDeps,
  passing: Passing,
  time: { startedMs: number; leftMs: number },
): Promise<AttemptOutcome> {
  const endTrace = beginTrace(deps, passing.by, time.startedMs);
  const { result, outcome, bytes } = await exchange(deps, passing, time.leftMs);
  return { result, trace: endTrace(outcome, bytes) };
}

async function exchange(
  deps: CallDeps,
  { target, input, by }: Passing,
  leftMs: number,
): Promise<{ result: AttemptResult; outcome: string; bytes: number }> {
  const { provider, policy } = by;
  const { of, mount } = target.route;
  const request = buildRequest(of, input, { provider, baseUrl: provider.baseUrl!, headers: target.headers });
  const timeoutMs = Math.min(leftMs, provider.timeoutMs ?? leftMs);
  const response = await deps.upstream.send(request, { timeoutMs, policy });
  if (response.kind !== 'response') return { result: response, outcome: response.kind, bytes: 0 };
  const bytes = response.bytes?.length ?? Buffer.byteLength(response.body);
  const secrets = secretForms(provider.token);
  const answer = readAnswer(response, { success: mount.settings.success, secrets });
  if (isFailure(answer)) {
    const { upstreamStatus, internal } = answer;
    deps.log.warn({ provider: provider.name, upstreamStatus, detail: internal }, 'a mounted upstream failed');
    return { result: { kind: 'declined', failure: answer }, outcome: outcomeOf(answer), bytes };
  }
  const { headers, status } = answer;
  const write = () => ({ kind: 'bytes' as const, bytes: answer.bytes, headers, status });
  return { result: { kind: 'good', write }, outcome: 'ok', bytes };
}

/** In the words that attempts of connectors use. */
const OUTCOMES: Partial<Record<Failure['code'], AttemptFailureKind>> = {
  INVALID_REQUEST: 'input_rejected',
  NOT_FOUND: 'not_found',
  CONFLICT: 'input_rejected',
  UPSTREAM_REFUSED: 'refused',
  UPSTREAM_BUSY: 'rate_limited',
  UPSTREAM_TIMEOUT: 'timeout',
};

function outcomeOf({ code }: Failure): AttemptFailureKind {
  return OUTCOMES[code] ?? 'bad_response';
}
