// How tools reach the gateway that serves them: paid tools through admission and the call pipeline, like every billed
// request, free tools through the account verbs. No HTTP request is made.
import type { Server as ProtocolServer } from '@modelcontextprotocol/server';
import type { CallOutcome } from '../../call/call-outcome.ts';
import type { GatewayCalls } from '../../call/gateway-calls.ts';
import type { CallRequest } from '../../call/read-request.ts';
import { joinedBytes } from '../../domain/answer.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import type { FreePlace } from '../../domain/limiting/account-limiter.ts';
import type { ToolChoice } from '../../mcp/tool-list.ts';
import type { Bought, FreeVerb, Purchase, ToolAnswer, ToolPort } from '../../mcp/tool-port.ts';
import { runWithTwins } from '../../mcp/twins.ts';
import { findAction } from '../../operations/index.ts';
import { packageVersion } from '../../process/package-version.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { limitedRefusal } from '../../verb/caller.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import type { Form } from '../answers/answer-form.ts';
import type { CallAdmission } from '../limits/shed-load.ts';
import { createInputReader } from '../requests/input.ts';
import type { Server } from '../server.ts';

interface McpPortDeps {
  calls: GatewayCalls;
  admission: CallAdmission;
  account: AccountDeps;
  /** Takes one of the account's free reads or changes; it counts until `leave` is called. */
  take(accountId: string, verb: Pick<FreeVerb, 'name' | 'method'>): FreePlace | Failure;
}

/** The caller, as the request to `/mcp` names it. */
export interface McpCaller extends Pick<CallRequest, 'authorization' | 'clientAddress'> {
  holder: KeyHolder;
  /** The id of the request that carried the tool call, for answers without an id of their own. */
  requestId: string;
  /** True when the client has disconnected, which cancels the call in its revision of the protocol. */
  hasCancelled(): boolean;
}

/** The tools, and what they need from the gateway. */
export interface McpTools {
  server: { name: string; version: string };
  /** Gets exceptions. They are logged and never shown to the model. */
  onBug(error: unknown): void;
  portOf(caller: McpCaller): ToolPort;
  /** Loads the protocol server for these tools. */
  load(): Promise<(port: ToolPort, choice: ToolChoice) => ProtocolServer>;
}

export function createMcpTools(server: Server, deps: McpPortDeps & { serviceName: string }): McpTools {
  const about = { name: deps.serviceName, version: packageVersion() };
  const onBug = (error: unknown) => {
    server.failureOf(error, 'mcp', '/mcp');
  };
  return {
    server: about,
    onBug,
    portOf: (caller) => createMcpPort(server, deps, caller),
    async load() {
      const { createProtocolServer } = await import('../../mcp/protocol.ts');
      return (port, choice) => createProtocolServer(port, { ...about, choice, onBug });
    },
  };
}

const readers = new Map<FreeVerb, ReturnType<typeof createInputReader>>();

function readerOf(verb: FreeVerb): ReturnType<typeof createInputReader> {
  const known = readers.get(verb) ?? createInputReader(verb);
  readers.set(verb, known);
  return known;
}

function createMcpPort(server: Server, deps: McpPortDeps, caller: McpCaller): ToolPort {
  const { forms } = server;
  const { holder, requestId } = caller;

  const free: ToolPort['free'] = async (verb, { params = {}, query = {}, ...made } = {}) => {
    const input = readerOf(verb)(params, query, made.body);
    if (isFailure(input)) return answerOf(forms.failure(requestId, input));
    const refused = limitedRefusal(verb, holder);
    if (refused !== null) return answerOf(forms.failure(requestId, refused));
    const place = deps.take(holder.account.id, verb);
    if (isFailure(place)) return answerOf(forms.failure(requestId, place));
    const asked = { ...input, requestId: made.requestId ?? requestId };
    const result = await verb.run(deps.account, asked, holder).finally(place.leave);
    if (isFailure(result)) return answerOf(forms.failure(requestId, result));
    return {
      status: 200,
      body: result as Record<string, unknown>,
      charged: null,
      balance: null,
      isReplay: false,
    };
  };

  const run = async (purchase: Purchase, signal: AbortSignal): Promise<Bought> => {
    let { requestId: id } = purchase;
    const failed = (failure: Failure) => boughtOf(id, forms.failure(id, failure));
    const full = server.unreadBytes.refusal();
    if (full !== null) return failed(full);
    let answer: Bought | null = null;
    try {
      const isWanted = () => !signal.aborted && !caller.hasCancelled();
      const runWith = runWithTwins(purchase.twins, (twin) => {
        id = twin;
      });
      const send = (outcome: CallOutcome, sent: () => void) => {
        // The bytes are only valid until they count as sent, so the answer is parsed now.
        answer = boughtOf(id, forms.call(id, outcome));
        sent();
        return undefined;
      };
      await deps.calls.run({ ...callOf(caller, purchase), isWanted }, send, runWith);
    } catch (error) {
      return failed(server.failureOf(error, id, MCP_ROUTE.route));
    }
    return answer!;
  };

  return {
    nowMs: () => deps.account.clock.nowMs(),
    payer: () => ({ keyId: holder.key.id, confirmAbove: deps.account.confirmAbove() }),
    buy: (purchase, signal) =>
      new Promise((resolve) => {
        const refuse = deps.admission.enter({ begin: () => resolve(run(purchase, signal)) });
        const { requestId: id } = purchase;
        if (refuse !== null) resolve(boughtOf(id, refuse(id)));
      }),
    free,
  };
}

/** Tools are called by this route, for traces and logs. */
const MCP_ROUTE = { method: 'POST', route: '/mcp' };

function callOf({ authorization, clientAddress }: McpCaller, purchase: Purchase): CallRequest {
  const { platform, action, query, requestId, maxPrice, quote } = purchase;
  return {
    authorization,
    clientAddress,
    ...MCP_ROUTE,
    requestId,
    // The answer is stored, so that repeating the question replays it.
    requestIdChosen: true,
    priceHeaders: {
      ...(maxPrice !== null && { maxPrice: { name: 'max_price', text: maxPrice } }),
      ...(quote !== null && { quote: { name: 'quote', text: quote } }),
    },
    target: { kind: 'operation', group: 'u1', platform, called: findAction(action)!, query },
  };
}

const boughtOf = (requestId: string, form: Form): Bought => ({ ...answerOf(form), requestId });

function answerOf({ status, headers, body }: Form): ToolAnswer {
  const header = (ending: string) => {
    const at = headers.findIndex((name, i) => i % 2 === 0 && name.endsWith(ending));
    return at === -1 ? null : headers[at + 1]!;
  };
  return {
    status,
    body: JSON.parse(joinedBytes(body).toString()) as Record<string, unknown>,
    charged: header('-charged'),
    balance: header('-balance'),
    isReplay: header('-replayed') === 'true',
  };
}
