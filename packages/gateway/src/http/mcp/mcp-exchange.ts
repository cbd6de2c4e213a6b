// Passes one message to the protocol's SDK and returns its answer as text. The SDK is loaded with the first message
// that needs it. It never gets the caller's key.
import type { IncomingMessage } from 'node:http';
import type { ToolChoice } from '../../mcp/tool-list.ts';
import type { ToolPort } from '../../mcp/tool-port.ts';
import type { TextAnswer } from '../answers/answer.ts';
import { JSON_TYPE } from '../answers/answer-form.ts';
import type { McpTools } from './mcp-port.ts';

/** Whom a message concerns, and which tools it may list. */
interface Asked {
  port: ToolPort;
  choice: ToolChoice;
}

type Exchange = (raw: IncomingMessage, message: unknown, asked: Asked) => Promise<TextAnswer>;

/** A subscription only lasts until it is acknowledged, so this many at one time are enough. */
export const SUBSCRIPTIONS_MAX = 1_000;

export function createMcpExchange(tools: Pick<McpTools, 'load'>): Exchange {
  let loading: ReturnType<typeof loadHandler> | null = null;
  return async (raw, message, asked) => {
    loading ??= loadHandler(tools).catch((error) => {
      // The next message tries again.
      loading = null;
      throw error;
    });
    const fetch = await loading;
    const request = new Request(`http://gateway${raw.url}`, { method: 'POST', headers: headersOf(raw) });
    const authInfo = { token: '', clientId: '', scopes: [], extra: { ...asked } };
    const response = await fetch(request, { parsedBody: message, authInfo });
    const text = await (isSubscription(message) ? firstChunk(response) : response.text());
    return { type: response.headers.get('content-type') ?? JSON_TYPE, text, status: response.status };
  };
}

/** Loading the protocol and its schemas takes a tenth of a second, and most gateways serve no agent. */
async function loadHandler(tools: Pick<McpTools, 'load'>) {
  const [{ createMcpHandler }, serverOf] = await Promise.all([
    import('@modelcontextprotocol/server'),
    tools.load(),
  ]);
  const { fetch } = createMcpHandler(
    ({ authInfo }) => {
      const { port, choice } = authInfo!.extra as unknown as Asked;
      return serverOf(port, choice);
    },
    // Every answer is one complete text, so no stream is needed.
    { responseMode: 'auto', maxSubscriptions: SUBSCRIPTIONS_MAX, keepAliveMs: 0 },
  );
  return fetch;
}

/** The headers that the protocol needs. Without the key, so that no log or error of a library can contain it. */
const PASSED = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    PASSED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

function isSubscription(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === 'subscriptions/listen';
}

/**
 * The acknowledgement of a subscription. Nothing would follow it: lists change only with settings, and clients keep
 * them for a minute. So the stream is closed.
 */
async function firstChunk({ body }: Response): Promise<string> {
  const reader = body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}
