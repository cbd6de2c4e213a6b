// Owns a simulated platform on a real socket: it hands each HTTP request to the simulation, and can be told to fail the
// next one. Loopback only, like every server of the tests.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inBackground } from '../domain/in-background.ts';
import type { SimulatedAnswer, Simulation } from './platforms/simulation.ts';

export class PlatformServer {
  /** How many videos match any keyword. */
  total = 0;
  /** Those of them that were withdrawn since. */
  gone: ReadonlySet<number> = new Set();
  /** Answers the next request with this, once. */
  fault: SimulatedAnswer | null = null;
  /** Answers every request with this. */
  always: SimulatedAnswer | null = null;
  /** Told of every request when it is whole, before it is answered. */
  onRequest: () => void = () => {};
  /** Answers wait for it. */
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
    this.onRequest();
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
