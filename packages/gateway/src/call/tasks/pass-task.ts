// The task of a mounted operation: its input, its one attempt and the bytes of its answer. mounts/ decides what is sent and
// passed on.
import type { AttemptFailureKind } from '../../connectors/connector.ts';
import type { Group } from '../../domain/access/key.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { askedOfMount } from '../../mounts/asked-of-mount.ts';
import { buildRequest, type CallerHeaders, secretForms } from '../../mounts/build-request.ts';
import type { MountedRoute } from '../../mounts/mount.ts';
import { readAnswer } from '../../mounts/read-answer.ts';
import { type MountInput, type RawInput, readInput } from '../../mounts/read-input.ts';
import type { CallDeps } from '../call-deps.ts';
import type { AttemptOutcome, AttemptTime, PassTask } from '../task.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { quotaPermit } from '../trying/quotas.ts';
import { nameRedactor } from '../trying/redact-provider.ts';
import { tracedExchange } from '../trying/traced-exchange.ts';

export interface PassTarget {
  kind: 'pass';
  group: Group;
  route: MountedRoute;
  /** The parsed input. A failure is reported only after the caller was authenticated. */
  input: RawInput | Failure;
  headers: CallerHeaders;
}

export function createPassTask(
  deps: CallDeps,
  target: PassTarget,
  by: ConnectedProvider,
): PassTask | Failure {
  const { route } = target;
  if (isFailure(target.input)) return target.input;
  const input = readInput(route, target.input);
  if (isFailure(input)) return input;
  return {
    kind: 'pass',
    operation: route.operation,
    canonical: input.canonical,
    asked: () => askedOfMount(input),
    // The gateway cannot know whether a mounted operation may be repeated.
    variant: 'economy',
    providers: [by],
    // The gateway cannot know what an item is in a mounted answer, so the whole answer is one item.
    itemsMax: 1,
    pagesAt: () => 1,
    attempt: (provider, time) => attempt(deps, { target, input, by: provider }, time),
    // The gateway cannot know whether the answers of a mounted API may be kept.
    cacheKey: () => null,
    maxAgeSeconds: null,
    // Nor what a mounted answer says about a thing that is not there.
    missesMax: () => 0,
  };
}

const ONE_ITEM = { items: 1 };

interface Passing {
  target: PassTarget;
  input: MountInput;
  by: ConnectedProvider;
}

async function attempt(
  deps: CallDeps,
  { target, input, by }: Passing,
  time: AttemptTime,
): Promise<AttemptOutcome> {
  const { leftMs, cancel, onBehalfOf, requestId, trace = null } = time;
  const { provider, policy } = by;
  const { of, mount } = target.route;
  const request = buildRequest(of, input, { provider, baseUrl: provider.baseUrl!, headers: target.headers });
  const timeoutMs = Math.min(leftMs, provider.timeoutMs ?? leftMs);
  const permit = quotaPermit(deps.quotas, by, time.operation, onBehalfOf);
  const traced = { clock: deps.clock, trace };
  const exchange = { policy, token: provider.token, template: provider.baseUrl! + of.path };
  const response = await tracedExchange(traced, exchange, request, (asked) =>
    deps.upstream.send(asked, { timeoutMs, policy, cancel, onBehalfOf, permit }),
  );
  const waitedMs = response.waitedMs ?? 0;
  if (response.kind !== 'response')
    return { result: response, outcome: response.kind, bytes: 0, requests: 1, pages: 1, waitedMs };
  const bytes = response.bytes?.length ?? Buffer.byteLength(response.body);
  const work = { bytes, requests: 1, pages: 1, waitedMs };
  const secrets = secretForms(provider.token);
  const name = deps.settings().showsProviders ? null : mount.settings.name;
  const hides = name === null ? null : nameRedactor(by, name);
  const answer = readAnswer(response, { success: mount.settings.success, secrets, hides });
  if (isFailure(answer)) {
    const { upstreamStatus, internal } = answer;
    const fields = { requestId, provider: provider.name, upstreamStatus, detail: internal };
    deps.log.warn(fields, 'a mounted upstream failed');
    return { result: { kind: 'declined', failure: answer }, outcome: outcomeOf(answer), ...work };
  }
  const { headers, status } = answer;
  const write = () => ({ kind: 'bytes' as const, bytes: answer.bytes, headers, status });
  const good = { kind: 'good' as const, write, bytes, delivered: ONE_ITEM, isEmpty: false };
  return { result: good, outcome: 'ok', ...work };
}

/** The failure as one of the kinds that attempts of connectors have. */
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
