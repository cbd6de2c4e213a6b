// Owns `POST /mcp`: tools for agents, in the Model Context Protocol. It checks key, Host and Origin as every route of callers must be,
// and hands the message to the protocol, which is loaded with the first one. 401 stays an answer of HTTP.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { ToolPort } from '../mcp/tool-port.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { bodyRefusal } from './body.ts';
import { authorizationOf } from './credentials.ts';
import { createMcpPort, type McpCaller, type McpPortDeps } from './mcp-port.ts';
import { CONTRACT_VERSION } from './openapi.ts';
import { answerPlainToolCall, readPlainToolCall } from './plain-tool-call.ts';
import type { Server } from './server.ts';

export interface McpDeps extends McpPortDeps {
  isServed(): boolean;
  serviceName: string;
  /** Where callers reach this installation; pages of this origin may call, and of those that the operator lists. */
  publicUrl(): string;
  origins(): readonly string[];
  authenticate(authorization: string | null, clientAddress: string): Promise<KeyHolder | Failure>;
}

/** A message is a tool call with a handful of arguments. */
const MESSAGE_BYTES_MAX = 64 * 1_024;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export function serveMcp(server: Server, deps: McpDeps): void {
  const { app, answers } = server;
  const options = optionsOf(server, deps);
  let loading: ReturnType<typeof loadHandler> | null = null;
  app.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: MESSAGE_BYTES_MAX,
    onRequest: async (request, reply) => {
      const refusal = deps.isServed()
        ? strangerRefusal(request, deps)
        : failure('ROUTE_NOT_FOUND', 'MCP is switched off here.');
      if (refusal !== null) return answers.failure(reply, refusal);
      const holder = await deps.authenticate(authorizationOf(request.raw), server.addressOf(request.raw));
      if (isFailure(holder)) return answers.failure(reply, holder);
      request.caller = holder;
    },
    preParsing: (request, reply, payload, next) => {
      const refusal = bodyRefusal(request.headers);
      if (refusal === null) next(null, payload);
      else answers.failure(reply, refusal);
    },
    handler: async (request, reply) => {
      if (Array.isArray(request.body)) {
        return answers.failure(
          reply,
          failure('INVALID_REQUEST', 'Send one message at a time: batches are not served.'),
        );
      }
      const port = createMcpPort(server, deps, callerOf(server, request, reply));
      const plain = readPlainToolCall(request.body, request.headers);
      const answer = plain === null ? null : await answerPlainToolCall(port, plain, options);
      if (answer !== null) return answers.quick(reply, answer);
      loading ??= loadHandler(options);
      return answerWith(reply, answers, await (await loading)(request, port));
    },
  });
}

function callerOf(server: Server, request: FastifyRequest, reply: FastifyReply): McpCaller {
  return {
    holder: request.caller as KeyHolder,
    authorization: authorizationOf(request.raw),
    clientAddress: server.addressOf(request.raw),
    requestId: request.id,
    hasCancelled: () => isModern(request) && hasLeft(request, reply),
  };
}

/** From 2026-07-28 on a closed stream cancels its call; before, it means nothing, and the call goes on. */
function isModern({ headers }: FastifyRequest): boolean {
  return String(headers['mcp-protocol-version'] ?? '') >= '2026-07-28';
}

/** No client of this protocol closes its sending side alone and still reads, so its end is the end of both. */
function hasLeft({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  return reply.raw.destroyed || raw.socket.readableEnded;
}

interface McpOptions {
  server: { name: string; version: string };
  onBug(error: unknown): void;
}

function optionsOf(server: Server, { serviceName }: McpDeps): McpOptions {
  return {
    server: { name: serviceName, version: CONTRACT_VERSION },
    onBug: (error) => void server.failureOf(error, 'mcp', '/mcp'),
  };
}

/** The protocol and the schemas it brings take a tenth of a second to load, and most gateways serve no agent. */
async function loadHandler({ server, onBug }: McpOptions) {
  const [{ createMcpHandler }, { createProtocolServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../mcp/protocol.ts'),
  ]);
  const { fetch } = createMcpHandler(
    ({ authInfo }) => createProtocolServer(authInfo!.extra!.port as ToolPort, { ...server, onBug }),
    // Nothing is ever said between question and answer, so nothing needs a stream.
    { responseMode: 'auto', maxSubscriptions: SUBSCRIPTIONS_MAX, keepAliveMs: 0 },
  );
  return ({ raw, body }: FastifyRequest, port: ToolPort) =>
    fetch(new Request(`http://gateway${raw.url}`, { method: 'POST', headers: headersOf(raw.headers) }), {
      parsedBody: body,
      authInfo: { token: '', clientId: '', scopes: [], extra: { port } },
    });
}

/** Each lasts for as long as it takes to acknowledge it. */
const SUBSCRIPTIONS_MAX = 1_000;

/** What the protocol looks at. The key stays out: no log or error of a library may hold it. */
const PASSED = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];

function headersOf(headers: FastifyRequest['raw']['headers']): Record<string, string> {
  return Object.fromEntries(
    PASSED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

async function answerWith(
  reply: FastifyReply,
  answers: Server['answers'],
  response: Response,
): Promise<FastifyReply> {
  const type = response.headers.get('content-type') ?? 'application/json; charset=utf-8';
  const text = await (isSubscription(reply.request) ? firstChunk(response) : response.text());
  return answers.text(reply, { type, text, status: response.status });
}

function isSubscription({ body }: FastifyRequest): boolean {
  return (body as { method?: unknown } | null)?.method === 'subscriptions/listen';
}

/** Its acknowledgement. Nothing would follow: lists change with settings, and are kept for a minute. So nobody holds a stream open. */
async function firstChunk({ body }: Response): Promise<string> {
  const reader = body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

/** A page of another origin must not make a browser call with what it finds, and no name may be bent to a gateway on this machine. */
function strangerRefusal({ headers, raw }: FastifyRequest, deps: McpDeps): Failure | null {
  const own = new URL(deps.publicUrl());
  const { origin, host = '' } = headers;
  const origins = deps.origins();
  if (origin !== undefined && origin !== own.origin && !origins.includes(origin) && !origins.includes('*')) {
    return failure(
      'FORBIDDEN',
      'Pages of this origin may not call: service.cors.origins lists those that may.',
    );
  }
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  const isLocal = LOOPBACK.includes(
    `${raw.socket.localAddress ?? ''}`.replace(/^::1$/, '[::1]').replace(/^::ffff:/, ''),
  );
  if (isLocal && ![...LOOPBACK, own.hostname].includes(name)) {
    return failure('FORBIDDEN', 'This gateway is not known by this name: service.public_url says how it is.');
  }
  return null;
}
