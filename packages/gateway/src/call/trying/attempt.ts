// One attempt at one provider: build the request, send it, parse the answer, and the one or two further exchanges
// that some platforms need for a whole page. Parsing belongs to the attempt, so that an answer of the wrong shape is a
// failed attempt like any other.
import {
  type AttemptFailure,
  FOLLOW_UPS_MAX,
  type Implementation,
  type Parsed,
  type Question,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../../connectors/connector.ts';
import { formatTime } from '../../domain/clock.ts';
import type { ItemsOrigin } from '../../operations/results.ts';
import type { Permit, UpstreamPolicy } from '../../upstream/upstream.ts';
import type { CallDeps } from '../call-deps.ts';
import type { AttemptTime } from '../task.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { quotaPermit } from './quotas.ts';
import { tracedExchange } from './traced-exchange.ts';

/** An attempt needs no ledger: `provider check` makes one without a call, and then no quota is counted. */
export type AttemptDeps = Pick<CallDeps, 'clock' | 'upstream'> & Partial<Pick<CallDeps, 'redact' | 'quotas'>>;

/** The provider's answer as its connector parsed it, and the bytes that it came from. */
export interface Exchanged<Result> {
  kind: 'exchanged';
  said: Result;
  /** The provider's whole answer: the first one, unless the connector names another. */
  body: string;
  connector: string;
  host: string;
  route: string;
}

export interface AttemptMade<Result> {
  result: Exchanged<Result> | AttemptFailure;
  bytes: number;
  /** Requests that were sent: one, and its follow-ups. */
  requests: number;
  /** Milliseconds that the requests queued in this process. */
  waitedMs: number;
}

/** The part of a connector that makes an attempt. */
export type Asking<Input, Result> = Pick<Implementation<Input, Result>, 'request' | 'parse' | 'fileHosts'>;

/** What a connector's `parse` returns. `body` is set when the whole answer is not the first one of the attempt. */
interface Said {
  kind: 'page' | 'record' | 'records' | 'absent';
  body?: string;
}

export function attempt<Input extends Question, Result extends Said>(
  deps: AttemptDeps,
  by: ConnectedProvider,
  { request, parse, fileHosts }: Asking<Input, Result>,
  input: Input,
  time: AttemptTime,
): Promise<AttemptMade<Result>> {
  const { provider, connector } = by;
  const { leftMs, cancel, onBehalfOf, trace = null } = time;
  const deadlineMs = deps.clock.monotonicMs() + Math.min(leftMs, provider.timeoutMs ?? leftMs);
  const work = { bytes: 0, requests: 0, waitedMs: 0 };
  const send = (wanted: UpstreamRequest, permit: Permit | null = null) => {
    const timeoutMs = deadlineMs - deps.clock.monotonicMs();
    const policy = wanted.isFile === true ? filePolicy(by, fileHosts?.(provider)) : by.policy;
    const traced = { clock: deps.clock, trace };
    return tracedExchange(traced, { policy, token: provider.token }, wanted, (asked) =>
      deps.upstream.send(asked, { timeoutMs, policy, cancel, onBehalfOf, permit }),
    );
  };
  const count = (answer: UpstreamResponse | AttemptFailure) => {
    work.waitedMs += answer.waitedMs ?? 0;
    if (answer.kind === 'response') work.bytes += Buffer.byteLength(answer.body);
    if (answer.kind === 'response' || answer.isLocal !== true) work.requests++;
  };
  const follow = async (asked: Parsed<Result>): Promise<Parsed<Result>> => {
    let parsed = asked;
    for (let more = 0; parsed.kind === 'follow_up'; more++) {
      if (more >= FOLLOW_UPS_MAX) throw new Error(`${connector.name} asks for too many follow-ups`);
      const answer = await send(parsed.request);
      count(answer);
      parsed = parsed.parse(answer);
    }
    return parsed;
  };

  const first = request(input, provider);
  const made = (parsed: Parsed<Result>, { body }: UpstreamResponse): AttemptMade<Result> => {
    if (!isParsed(parsed)) {
      const result = parsed as AttemptFailure;
      if (result.isForeign) deps.upstream.distrust(by.policy);
      return { result, ...work };
    }
    const { host, pathname: route } = new URL(first.url);
    const from = { connector: connector.name, host, route };
    const exchanged = { kind: 'exchanged' as const, said: parsed, body: parsed.body ?? body, ...from };
    return { result: deps.redact?.(exchanged, by, input.platform) ?? exchanged, ...work };
  };
  // Follow-ups are part of the cost of the first exchange, so only this one takes units of the quota.
  const permit = quotaPermit(deps.quotas, by, time.operation, onBehalfOf);
  return send(first, permit).then((response) => {
    count(response);
    if (response.kind !== 'response') return { result: response, ...work };
    const parsed: Parsed<Result> = parse(response, input, provider);
    if (parsed.kind !== 'follow_up') return made(parsed, response);
    return follow(parsed).then((last) => made(last, response));
  });
}

/** The file of a track passes the same gate and the same guard as every request, but may be on further hosts. */
function filePolicy({ policy }: ConnectedProvider, fileHosts: readonly string[] = []): UpstreamPolicy {
  return { ...policy, fileHosts, redirects: 'host' };
}

function isParsed<Result extends Said>(parsed: Parsed<Result>): parsed is Result {
  const kinds: string[] = ['page', 'record', 'records', 'absent'] satisfies Said['kind'][];
  return kinds.includes(parsed.kind);
}

export function answerOrigin(
  { clock }: Pick<CallDeps, 'clock'>,
  { connector, host, route }: Pick<Exchanged<unknown>, 'connector' | 'host' | 'route'>,
): ItemsOrigin['source'] {
  const fetched_at = formatTime(clock.nowMs());
  return { connector, upstream_host: host, route, fetched_at };
}
