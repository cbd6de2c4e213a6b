// A simulated platform on a real socket: it passes each HTTP request to the simulation, and can fail the next one. Loopback only, like
// every server of the tests.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inBackground } from '../domain/in-background.ts';
import type { SimulatedAnswer, Simulation } from './platforms/simulation.ts';

export class PlatformServer {
  /** How many videos match any keyword. */
  total = 0;
  /** Videos that were withdrawn since the walk began. */
  gone: ReadonlySet<number> = new Set();
  /** The answer to the next request, once. */
  fault: SimulatedAnswer | null = null;
  /** The answer to every request. */
  always: SimulatedAnswer | null = null;
  /** Called with every complete request, before it is answered. */
  onRequest: (request: IncomingMessage) => void = () => {};
  /** Answers wait for this promise. */
  held: Promise<void> = Promise.resolve();
  readonly simulation: Simulation;
  readonly #server = createServer((request, response) => {
    const answered = this.#answer(request).then(({ status, headers, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body);
    });
    // A gateway that gives up in the middle of its request is met by no answer.
    inBackground(answered, () => response.destroy());
  });

  constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  async #answer(request: IncomingMessage): Promise<SimulatedAnswer> {
    const body = await text(request);
    this.onRequest(request);
    await this.held;
    const fault = this.fault;
    this.fault = null;
    if (fault !== null) return fault;
    if (this.always !== null) return this.always;
    const url = new URL(request.url ?? '/', this.url);
    const headers = request.headers as Record<string, string | undefined>;
    return this.simulation.answer(
      { method: request.method ?? 'GET', url, headers, body },
      this.total,
      this.gone,
    );
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
