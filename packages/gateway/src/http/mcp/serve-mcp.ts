// Serves `POST /mcp`: tools for agents, in the Model Context Protocol. It checks key, Host and Origin and passes the
// message on: a plain tool call to the tools, everything else to the protocol's SDK. A missing key is an HTTP 401.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure, isFailure } from '../../domain/failure.ts';
import type { FreePlace } from '../../domain/limiting/account-limiter.ts';
import { tools as allTools } from '../../mcp/call-tool.ts';
import { readToolChoice, type ToolList } from '../../mcp/tool-list.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { untilClosed } from '../connections/until-closed.ts';
import { bodyRefusal } from '../requests/body.ts';
import { authorizationOf } from '../requests/credentials.ts';
import type { Server } from '../server.ts';
import { createMcpExchange } from './mcp-exchange.ts';
import type { McpCaller, McpTools } from './mcp-port.ts';
import { answerPlainToolCall, readPlainToolCall } from './plain-tool-call.ts';

interface McpDeps {
  isServed(): boolean;
  /** What is listed for a client that chooses no tools. */
  listed(): ToolList;
  /** Where callers reach this installation. Pages of this origin may call, and pages of `origins`. */
  publicUrl(): string;
  origins(): readonly string[];
  authenticate(authorization: string | null, clientAddress: string): Promise<KeyHolder | Failure>;
  /** Takes one of the account's free reads; it counts until `leave` is called. */
  takeRead(accountId: string): FreePlace | Failure;
}

/** A message is a tool call with a few arguments. */
const MESSAGE_BYTES_MAX = 64 * 1_024;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export function serveMcp(server: Server, deps: McpDeps, tools: McpTools): void {
  const { app, answers } = server;
  const exchange = createMcpExchange(tools);
  app.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: MESSAGE_BYTES_MAX,
    onRequest: async (request, reply) => {
      const refusal = deps.isServed()
        ? originRefusal(request, deps)
        : failure('ROUTE_NOT_FOUND', 'MCP is switched off on this gateway.');
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
          failure('INVALID_REQUEST', 'Send one message at a time: batches are not supported.'),
        );
      }
      const refusal = isToolCall(request.body) ? null : countMessage(request, reply, deps);
      if (refusal !== null) return answers.failure(reply, refusal);
      const choice = readToolChoice(chosenTools(request) ?? deps.listed(), allTools);
      if ('problem' in choice) return answers.failure(reply, failure('INVALID_REQUEST', choice.problem));
      const port = tools.portOf(callerOf(server, request, reply));
      const plain = readPlainToolCall(request.body, request.headers);
      const answer = plain === null ? null : await answerPlainToolCall(port, plain, tools);
      if (answer !== null) return answers.quick(reply, answer);
      return answers.text(reply, await exchange(request.raw, request.body, { port, choice }));
    },
  });
}

/** `?tools=` of the address; null without it. */
function chosenTools({ raw }: FastifyRequest): string | null {
  const all = new URL(raw.url!, 'http://gateway').searchParams.getAll('tools');
  return all.length === 0 ? null : all.join(',');
}

const isToolCall = (body: unknown) => (body as { method?: unknown } | null)?.method === 'tools/call';

/** For messages that are not tool calls: each counts as a free read of the account. Tool calls are counted by the verb or call that they run. */
function countMessage(request: FastifyRequest, reply: FastifyReply, { takeRead }: McpDeps): Failure | null {
  const place = takeRead((request.caller as KeyHolder).account.id);
  if (isFailure(place)) return place;
  untilClosed(reply.raw, place.leave);
  return null;
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

/** From revision 2026-07-28 on, closing the stream cancels the call. In earlier revisions the call goes on. */
function isModern({ headers }: FastifyRequest): boolean {
  return String(headers['mcp-protocol-version'] ?? '') >= '2026-07-28';
}

/**
 * No client of this protocol closes only its sending side and goes on reading, so the end of its data means that it
 * has disconnected.
 */
function hasLeft({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  return reply.raw.destroyed || raw.socket.readableEnded;
}

/**
 * Refuses pages of origins that are not allowed, and on a local listener every Host that is not this gateway's,
 * against DNS rebinding.
 */
function originRefusal({ headers, raw }: FastifyRequest, deps: McpDeps): Failure | null {
  const own = new URL(deps.publicUrl());
  const { origin, host = '' } = headers;
  const origins = deps.origins();
  if (origin !== undefined && origin !== own.origin && !origins.includes(origin) && !origins.includes('*')) {
    return failure(
      'FORBIDDEN',
      'Pages of this origin may not call this gateway. List the origin in service.cors.origins to allow it.',
    );
  }
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  const isLocal = LOOPBACK.includes(
    `${raw.socket.localAddress ?? ''}`.replace(/^::1$/, '[::1]').replace(/^::ffff:/, ''),
  );
  if (isLocal && ![...LOOPBACK, own.hostname].includes(name)) {
    return failure('FORBIDDEN', 'This gateway has another host name: service.public_url names it.');
  }
  return null;
}
