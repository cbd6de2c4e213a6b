// Tools for agents on a remote gateway, over HTTP and the client package. Every error becomes an answer that a model can read. Nothing is
// thrown, and no answer contains the key.
import { type Call, type CallOptions, isReelgateError, Reelgate, type ReelgateError } from 'reelgate-client';
import type { Clock } from '../domain/clock.ts';
import { request as receipt } from '../features/calls/call.account.ts';
import { ownKey } from '../features/keys/key.account.ts';
import type { Bought, FreeInput, FreeVerb, Payer, Purchase, ToolAnswer, ToolPort } from '../mcp/tool-port.ts';
import { actionPath } from '../operations/index.ts';
import { TIMEOUT_MS } from '../terminal/gateway-client.ts';

/** Retries use the same request id, so they are never charged twice. */
const RETRIES = 2;
/** How long the gateway's rules for tools are cached; they change rarely. */
const PAYER_MS = 60_000;
/** The gateway's header names contain its service name. */
const REQUEST_ID_HEADER = /^x-(.+)-request-id$/;

export interface RemoteGateway {
  url: string;
  key: string;
  fetch: typeof fetch;
  clock: Clock;
}

/** Throws the client package's error for an invalid URL or key. */
export function createRemoteTools({ url, key, fetch, clock }: RemoteGateway): ToolPort {
  const clientOf = (serviceName?: string) =>
    new CallerOfVerbs({
      apiKey: key,
      baseUrl: url,
      fetch,
      timeoutMs: TIMEOUT_MS,
      maxRetries: RETRIES,
      ...(serviceName !== undefined && { serviceName }),
    });
  let reelgate = clientOf();
  // Found out before the first purchase: a request id in a header of another name would be ignored.
  let isNamed = false;
  let known: { payer: Payer; atMs: number } | null = null;

  const answerTo = async (call: Call<object>, isPaid = false): Promise<ToolAnswer> => {
    try {
      const { data, charged, isReplay, response } = await call.withResponse();
      if (!isNamed) reelgate = clientOf(serviceNameIn(response));
      isNamed = true;
      const body = data as Record<string, unknown>;
      return { status: 200, body, charged, balance: headerOf(response, '-balance'), isReplay };
    } catch (error) {
      if (!isReelgateError(error)) throw error;
      return answerOf(error, url, isPaid);
    }
  };

  const buy = ({ platform, action, query, requestId, maxPrice, quote }: Purchase, signal: AbortSignal) =>
    // A model writes the name, so it is encoded to stay one path segment.
    answerTo(
      reelgate.request(actionPath('u1', encodeURIComponent(platform), action), query, {
        requestId,
        signal,
        ...(maxPrice !== null && { maxPrice }),
        ...(quote !== null && { quote }),
      }),
      true,
    );
  const free: ToolPort['free'] = (verb, input = {}) => answerTo(reelgate.verb(verb, input));
  const requestIds = new RemoteRequestIds((id) => free(receipt, { params: { request_id: id } }));

  return {
    nowMs: () => clock.nowMs(),
    async payer() {
      if (known !== null && clock.monotonicMs() - known.atMs < PAYER_MS) return known.payer;
      const answer = await free(ownKey);
      if (answer.status !== 200) return answer;
      const { key: own, confirm_above: confirmAbove } = answer.body as {
        key: { id: string };
        confirm_above: string | null;
      };
      known = { payer: { keyId: own.id, confirmAbove }, atMs: clock.monotonicMs() };
      return known.payer;
    },
    buy: (purchase, signal) =>
      requestIds.under(purchase, (requestId) => buy({ ...purchase, requestId }, signal)),
    free,
  };
}

/** The client, which also asks the route of any verb. */
class CallerOfVerbs extends Reelgate {
  verb({ method, path }: FreeVerb, { params = {}, query = {}, body, requestId }: FreeInput): Call<object> {
    const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
    const options: CallOptions = requestId === undefined ? {} : { requestId };
    return this.access.ask({ method, path: at, query, ...(body && { body }) }, options);
  }
}

function serviceNameIn({ headers }: Response): string | undefined {
  return [...headers.keys()]
    .map((name) => REQUEST_ID_HEADER.exec(name)?.[1])
    .find((name) => name !== undefined);
}

function headerOf({ headers }: Response, ending: string): string | null {
  return [...headers].find(([name]) => name.endsWith(ending))?.[1] ?? null;
}

/** The gateway's own message where there is one. */
function answerOf(error: ReelgateError, url: string, isPaid: boolean): ToolAnswer {
  const { problem, code, next, outcome, retryAfterMs, status } = error;
  const isFree = !isPaid || outcome !== 'unknown';
  const body = problem ?? {
    code,
    detail: error.message,
    next,
    ...(retryAfterMs !== null && { retry_after_ms: retryAfterMs }),
    ...(isFree && { charged: '0.000000' }),
  };
  const detail = hintOf(error, url, isPaid) ?? body.detail;
  return { status: status ?? 503, body: { ...body, detail }, charged: null, balance: null, isReplay: false };
}

/** What the user can do about the error. */
function hintOf({ code, outcome, cause }: ReelgateError, url: string, isPaid: boolean): string | null {
  if (code === 'UNAUTHORIZED') return `REELGATE_KEY holds no valid key of the gateway at ${url}.`;
  if (code === 'BAD_ANSWER') return `${url} does not answer like a Reelgate gateway: look at REELGATE_URL.`;
  if (isPaid && outcome !== 'not_sent') return null;
  if (code === 'DEADLINE') return `The gateway at ${url} did not answer in time.`;
  if (cause === undefined) return null;
  return `The gateway at ${url} cannot be reached (${cause}): does it run, and is REELGATE_URL right?`;
}

/** The request id. Or the problem, when it is unknown whether the previous window's id was paid: guessing could pay twice. */
type FoundId = string | ToolAnswer;

export class RemoteRequestIds {
  readonly #receipt: (requestId: string) => Promise<ToolAnswer>;
  /**
   * Running questions of this process by their first id. A repeat takes the id of the running one, because the ledger may not have it yet
   * and a new window may have started meanwhile. Bounded by the number of running calls.
   */
  readonly #underWay = new Map<string, { id: Promise<FoundId>; users: number }>();

  constructor(receipt: (requestId: string) => Promise<ToolAnswer>) {
    this.#receipt = receipt;
  }

  /** Runs the work of a question under its id. */
  async under(
    { requestId, twins }: Pick<Purchase, 'requestId' | 'twins'>,
    work: (requestId: string) => Promise<ToolAnswer>,
  ): Promise<Bought> {
    const name = [requestId, ...twins].find((id) => this.#underWay.has(id)) ?? requestId;
    const own = this.#underWay.get(name) ?? { id: this.#find(requestId, twins[0]), users: 0 };
    this.#underWay.set(name, own);
    own.users++;
    try {
      const id = await own.id;
      return typeof id === 'string' ? { ...(await work(id)), requestId: id } : { ...id, requestId };
    } finally {
      if (--own.users === 0) this.#underWay.delete(name);
    }
  }

  /** A repeat just after the end of a window must not be paid again. */
  async #find(requestId: string, before: string | undefined): Promise<FoundId> {
    if (before === undefined) return requestId;
    const receipt = await this.#receipt(before);
    if (receipt.status === 404) return requestId;
    if (receipt.status !== 200) return receipt;
    return isPaidOrHeld(receipt) ? before : requestId;
  }
}

function isPaidOrHeld({ body }: ToolAnswer): boolean {
  const { state, answer_kept } = body.call as { state: string; answer_kept: boolean };
  return state === 'held' || (state === 'settled' && answer_kept);
}
