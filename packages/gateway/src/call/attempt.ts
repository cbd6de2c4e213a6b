// Owns one attempt at one provider: build the request, send it, parse the answer, and the one or two further exchanges
// that some platforms need for a whole page. Parsing belongs to the attempt, so that an answer of the wrong shape is a
// failed attempt like any other.
import type { AttemptFailure, Page, Parsed, SearchInput, UpstreamRequest } from '../connectors/connector.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';
import type { AttemptTime } from './task.ts';

/** An attempt needs no ledger: it can be made without a call, to see whether a provider works. */
export type AttemptDeps = Pick<CallDeps, 'clock' | 'upstream'>;

export interface GoodAttempt {
  page: Page;
  /** The provider's whole answer: the first one, unless the connector names another. */
  body: string;
  host: string;
  route: string;
}

export interface SearchAttempt {
  result: GoodAttempt | AttemptFailure;
  bytes: number;
  /** Spent waiting for our own turn. */
  waitedMs: number;
}

/** A token or a look-up of statistics; nothing needs more. */
const FOLLOW_UPS_MAX = 2;

export function isGood<T extends GoodAttempt>(result: T | AttemptFailure): result is T {
  return 'page' in result;
}

export async function attempt(
  deps: AttemptDeps,
  by: ConnectedProvider,
  input: SearchInput,
  time: AttemptTime,
): Promise<SearchAttempt> {
  const { provider, connector } = by;
  const { leftMs, cancel, onBehalfOf } = time;
  const deadlineMs = deps.clock.monotonicMs() + Math.min(leftMs, provider.timeoutMs ?? leftMs);
  let waitedMs = 0;
  const send = async (request: UpstreamRequest) => {
    const timeoutMs = deadlineMs - deps.clock.monotonicMs();
    const answer = await deps.upstream.send(request, { timeoutMs, policy: by.policy, cancel, onBehalfOf });
    waitedMs += answer.waitedMs ?? 0;
    return answer;
  };

  const first = connector.search.request(input, provider);
  const response = await send(first);
  if (response.kind !== 'response') return { result: response, bytes: 0, waitedMs };
  let bytes = Buffer.byteLength(response.body);
  let parsed: Parsed = connector.search.parse(response, input, provider);
  for (let more = 0; parsed.kind === 'follow_up'; more++) {
    if (more >= FOLLOW_UPS_MAX) throw new Error(`${connector.name} asks for too many follow-ups`);
    const answer = await send(parsed.request);
    if (answer.kind === 'response') bytes += Buffer.byteLength(answer.body);
    parsed = parsed.parse(answer);
  }
  if (parsed.kind !== 'page') return { result: parsed, bytes, waitedMs };
  const url = new URL(first.url);
  return {
    result: { page: parsed, body: parsed.body ?? response.body, host: url.host, route: url.pathname },
    bytes,
    waitedMs,
  };
}
