// Owns one exchange with one provider: build the request, send it, parse the answer. Parsing belongs to the attempt, so
// that an answer of the wrong shape is a failed attempt like any other.
import type { AttemptFailure, Page, SearchInput } from '../connectors/connector.ts';
import type { Attempt } from '../domain/call.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';

export interface GoodAttempt {
  page: Page;
  /** The provider's whole answer. */
  body: string;
  host: string;
  route: string;
}

export interface AttemptOutcome {
  result: GoodAttempt | AttemptFailure;
  trace: Attempt;
}

export function isGood(result: GoodAttempt | AttemptFailure): result is GoodAttempt {
  return 'page' in result;
}

export async function attempt(
  deps: CallDeps,
  { provider, connector }: ConnectedProvider,
  input: SearchInput,
  time: { startedMs: number; leftMs: number },
): Promise<AttemptOutcome> {
  const beganMs = deps.clock.monotonicMs();
  const request = connector.search.request(input, provider);
  const timeoutMs = Math.min(time.leftMs, provider.timeoutMs ?? time.leftMs);
  const response = await deps.upstream.send(request, timeoutMs);
  const page = response.kind === 'response' ? connector.search.parse(response, input, provider) : response;
  const body = response.kind === 'response' ? response.body : '';
  const good = page.kind === 'page';
  const trace: Attempt = {
    provider: provider.name,
    startedMs: Math.round(time.startedMs),
    durationMs: Math.round(deps.clock.monotonicMs() - beganMs),
    outcome: good ? 'ok' : page.kind,
    bytes: Buffer.byteLength(body),
  };
  if (!good) return { result: page, trace };
  const url = new URL(request.url);
  return { result: { page, body, host: url.host, route: url.pathname }, trace };
}
