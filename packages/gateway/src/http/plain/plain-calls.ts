// Owns billed searches that come as plain requests: the same door, the same pipeline and the same forms as all others, without
// Node's HTTP server and Fastify around them, which cost more than everything else of a refusal.
import type { GatewayCalls } from '../../call/run-call.ts';
import type { Clock } from '../../domain/clock.ts';
import { searchPath } from '../../operations/operation.ts';
import type { Form } from '../answer-form.ts';
import { searchTarget } from '../mount-calls.ts';
import type { Server } from '../server.ts';
import type { Door, Entrant } from '../shed-load.ts';
import type { PlainConnection } from './plain-connection.ts';
import { listenPlainly } from './plain-listener.ts';
import { createPlainReader, type PlainRequest } from './plain-request.ts';
import { createHeadWriter } from './write-head.ts';

export interface PlainCallDeps {
  clock: Clock;
  calls: GatewayCalls;
  door: Door;
  draining(): boolean;
}

export function takePlainCalls(server: Server, deps: PlainCallDeps): void {
  const { requestIds, times, clientErrors } = server;
  listenPlainly(server.app.server, {
    read: createPlainReader(requestIds.header),
    writeHead: createHeadWriter(deps.clock, times.keepAliveMs),
    serve(request, connection) {
      const refuse = deps.door.enter(new PlainCall(server, deps.calls, request, connection));
      if (refuse !== null) connection.send(refuse(requestIds.choose(request.requestId)));
    },
    draining: deps.draining,
    times,
    onSilent: (socket) => clientErrors.handle({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket),
  });
}

class PlainCall implements Entrant {
  readonly #server: Server;
  readonly #calls: GatewayCalls;
  readonly #request: PlainRequest;
  readonly #connection: PlainConnection;

  constructor(server: Server, calls: GatewayCalls, request: PlainRequest, connection: PlainConnection) {
    this.#server = server;
    this.#calls = calls;
    this.#request = request;
    this.#connection = connection;
  }

  /** A caller that is already gone does not start a call. */
  begin(): void {
    if (!this.#connection.socket.destroyed) void this.#run();
  }

  async #run(): Promise<void> {
    const { requestIds, forms } = this.#server;
    const given = this.#request.requestId;
    const requestId = requestIds.choose(given);
    const badId = requestIds.refusal(given);
    if (badId !== null) return this.#connection.send(forms.failure(requestId, badId));
    const leave = this.#calls.enter();
    this.#connection.send(await this.#answer(requestId), leave);
  }

  async #answer(requestId: string): Promise<Form> {
    const { forms, failureOf, readAddress } = this.#server;
    const { authorization, forwardedFor, group, action } = this.#request;
    try {
      const outcome = await this.#calls.run({
        authorization,
        clientAddress: readAddress(this.#connection.socket.remoteAddress, forwardedFor),
        requestId,
        requestIdChosen: this.#request.requestId !== undefined,
        target: searchTarget(this.#request),
      });
      return forms.call(requestId, outcome);
    } catch (error) {
      return forms.failure(requestId, failureOf(error, requestId, searchPath(group, ':platform', action)));
    }
  }
}
