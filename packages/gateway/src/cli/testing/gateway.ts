// A small real HTTP server that answers like a gateway, for tests of commands that call one. It returns what the test sets and records the
// requests.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestCli } from './cli.ts';

export interface SeenRequest {
  url: URL;
  id: string | undefined;
  authorization: string | undefined;
}

type Respond = (seen: SeenRequest, response: ServerResponse, request: IncomingMessage) => void;

export class FakeGateway {
  readonly seen: SeenRequest[] = [];
  answer: Respond;
  readonly #server: Server;

  constructor(answer: Respond) {
    this.answer = answer;
    this.#server = createServer((request, response) => {
      const one = {
        url: new URL(request.url!, 'http://x'),
        id: request.headers['x-reelgate-request-id'] as string | undefined,
        authorization: request.headers.authorization,
      };
      this.seen.push(one);
      this.answer(one, response, request);
    });
  }

  /** Starts listening, and points the commands' configuration here. */
  async open(cli: TestCli): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    cli.world.apiKey = 'rgk_live_test';
    cli.write('reelgate.yaml', `service: { public: "127.0.0.1:${port}" }\n`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function sendJson(
  response: ServerResponse,
  body: object,
  headers: Record<string, string> = {},
  type = 'application/json',
): void {
  response.writeHead('code' in body ? 402 : 200, { 'content-type': type, ...headers });
  response.end(JSON.stringify(body));
}

export function sendProblem(response: ServerResponse, body: object): void {
  sendJson(response, body, {}, 'application/problem+json; charset=utf-8');
}
