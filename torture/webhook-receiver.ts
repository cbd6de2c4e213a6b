// The webhook receivers of a round: each records the number of every event that it takes, before it answers. It refuses some events, and
// closes the connection after taking some, as real receivers do. It never judges.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inBackground } from '../packages/gateway/src/domain/in-background.ts';
import type { EventTaker } from './payments.ts';
import type { Dice } from './seed.ts';

/**
 * Share of events refused while faults happen. A refused event is retried after seconds. No two in a row are refused, because then a
 * gateway waits for minutes.
 */
const REFUSED = 0.02;
const UNSAID = 0.02;
const BODY_BYTES_MAX = 64 * 1_024;

export class EventTakers {
  readonly all: EventTaker[] = [];
  /** False once the faults are over. */
  isUnreliable = true;
  /** Receivers whose last event was refused, or taken without an answer. */
  readonly #failed = new Set<EventTaker>();
  readonly #dice: Dice;
  readonly #server: Server;

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#server = createServer((request, response) => inBackground(this.#take(request, response)));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** A new address for an account. */
  add(account: string): EventTaker {
    const { port } = this.#server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/${account}/${this.all.length}`;
    const taker = { url, account, taken: [], due: null };
    this.all.push(taker);
    return taker;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const taker = this.all.find(({ url }) => url.endsWith(request.url!));
    const text = await bodyOf(request).catch(() => null);
    if (taker === undefined || text === null) return void response.destroy();
    if (this.#fails(taker, REFUSED)) return void response.writeHead(503).end();
    taker.taken.push((JSON.parse(text) as { sequence: number }).sequence);
    if (this.#fails(taker, UNSAID)) return void response.destroy();
    this.#failed.delete(taker);
    response.writeHead(204).end();
  }

  #fails(taker: EventTaker, share: number): boolean {
    if (!this.isUnreliable || this.#failed.has(taker) || !this.#dice.chance(share)) return false;
    this.#failed.add(taker);
    return true;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_BYTES_MAX) throw new Error('too long');
  }
  return text;
}
