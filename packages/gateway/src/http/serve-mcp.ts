// Owns `POST /mcp`: tools for agents, in the Model Context Protocol. It checks key, Host and Origin as every route of callers must be,
// and hands the message on: a plain call to the tools, everything else to the protocol. 401 stays an answer of HTTP.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FreePlace } from '../domain/account-limiter.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { bodyRefusal } from './body.ts';
import { authorizationOf } from './credentials.ts';
import { createMcpExchange } from './mcp-exchange.ts';
import type { McpCaller, McpTools } from './mcp-port.ts';
import { answerPlainToolCall, readPlainToolCall } from './plain-tool-call.ts';
import type { Server } from './server.ts';

export interface McpDeps {
  isServed(): boolean;
  /** Where callers reach this installation; pages of this origin may call, and of those that the operator lists. */
  publicUrl(): string;
  origins(): readonly string[];
  authenticate(authorization: string | null, clientAddress: string): Promise<KeyHolder | Failure>;
  /** One of the free reads of an account, until it leaves. */
  takeRead(accountId: string): FreePlace | Failure;
}

/** A message is a tool call with a handful of arguments. */
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
      const refusal = isToolCall(request.body) ? null : countMessage(request, reply, deps);
      if (refusal !== null) return answers.failure(reply, refusal);
      const port = tools.portOf(callerOf(server, request, reply));
      const plain = readPlainToolCall(request.body, request.headers);
      const answer = plain === null ? null : await answerPlainToolCall(port, plain, tools);
      if (answer !== null) return answers.quick(reply, answer);
      return answers.text(reply, await exchange(request.raw, request.body, port));
    },
  });
}

const isToolCall = (body: unknown) => (body as { method?: unknown } | null)?.method === 'tools/call';

/** Tools are counted by what they do, paid or free. Every other message is a free read. */
function countMessage(request: FastifyRequest, reply: FastifyReply, { takeRead }: McpDeps): Failure | null {
  const place = takeRead((request.caller as KeyHolder).account.id);
  if (isFailure(place)) return place;
  reply.raw.once('close', place.leave);
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

/** From 2026-07-28 on a closed stream cancels its call; before, it means nothing, and the call goes on. */
function isModern({ headers }: FastifyRequest): boolean {
  return String(headers['mcp-protocol-version'] ?? '') >= '2026-07-28';
}

/** No client of this protocol closes its sending side alone and still reads, so its end is the end of both. */
function hasLeft({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  return reply.raw.destroyed || raw.socket.readableEnded;
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
