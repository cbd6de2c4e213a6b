// Owns the addresses of billed calls. It reads the request, hands it to the call pipeline and writes what comes back;
// who may call, what it costs and what is wrong with the input are decided there.
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { GatewayCalls } from '../call/run-call.ts';
import type { SearchTarget } from '../call/search-task.ts';
import { GROUPS, type Group } from '../domain/key.ts';
import { SEARCH_ACTIONS, type SearchAction, searchPath } from '../operations/operation.ts';
import { decodeQuery, rawQueryOf } from './query.ts';
import { authorizationOf, type Server } from './server.ts';

/** Also when nobody waits for it any more. One that waits behind another answer has its bytes to itself: answer.ts. */
function whenSent(response: ServerResponse, then: () => void): void {
  if (response.socket === null || response.destroyed) then();
  else response.on('close', then);
}

/** As it was sent: names of platforms need no encoding, so an encoded one is unknown. */
function platformOf(target: string, at: number): string {
  return target.slice(at, target.indexOf('/', at));
}

/** What a search asks for, by its address alone. */
export interface SearchAddress {
  group: Group;
  platform: string;
  action: SearchAction;
  /** Without its question mark. */
  rawQuery: string;
}

/** A bad query is told only to callers who may call at all, so it goes along as a value. */
export function searchTarget({ group, platform, action, rawQuery }: SearchAddress): SearchTarget {
  return { kind: 'search', group, platform, action, query: decodeQuery(rawQuery) };
}

export function mountCalls(server: Server, calls: GatewayCalls): void {
  for (const group of GROUPS) {
    for (const action of SEARCH_ACTIONS) mountCall(server, calls, group, action);
  }
}

function mountCall(
  { app, addressOf, answers, requestIds }: Server,
  calls: GatewayCalls,
  group: Group,
  action: SearchAction,
): void {
  const path = searchPath(group, ':platform', action);
  const platformAt = path.indexOf(':');
  const toCall = (request: FastifyRequest) => ({
    authorization: authorizationOf(request),
    clientAddress: addressOf(request),
    requestId: request.id,
    requestIdChosen: requestIds.given(request.raw.headers) !== undefined,
    target: searchTarget({
      group,
      platform: platformOf(request.raw.url ?? '', platformAt),
      action,
      rawQuery: rawQueryOf(request.raw.url ?? ''),
    }),
  });
  app.get(path, async (request, reply) => {
    const leave = calls.enter();
    try {
      return answers.call(reply, await calls.run(toCall(request)));
    } finally {
      whenSent(reply.raw, leave);
    }
  });
}
