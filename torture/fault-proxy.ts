// One network link: a TCP proxy on this machine whose faults can be switched while connections are open. There are eight toxics, each for
// one direction and with a probability per connection. It is independent of the protocol.
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inBackground } from '../packages/gateway/src/domain/in-background.ts';
import type { Dice } from './seed.ts';

/** `up` is towards the server behind the link. */
export type Direction = 'up' | 'down';

export type Toxic =
  | { name: 'latency'; ms: number; jitterMs: number }
  /** The port is closed, and every connection is cut. */
  | { name: 'down' }
  | { name: 'bandwidth'; bytesPerSecond: number }
  /** The end of a stream arrives late. */
  | { name: 'slow_close'; ms: number }
  /** Drops everything; closes after this time, or never when it is 0. */
  | { name: 'timeout'; ms: number }
  /** Resets after this time. Nothing passes until then, because a quick exchange would end before its reset. */
  | { name: 'reset_peer'; ms: number }
  | { name: 'slicer'; bytes: number; delayMs: number }
  /** Closes after this many bytes. */
  | { name: 'limit_data'; bytes: number };

export interface Applied {
  toxic: Toxic;
  direction: Direction;
  probability: number;
}

/** Larger chunks would make a slow link send in bursts. */
const PIECE_BYTES_MAX = 16 * 1024;
/** More than any client here opens; beyond it a link refuses. */
const CONNECTIONS_MAX = 2_000;

interface Pair {
  client: Socket;
  server: Socket;
  /** Decided once per connection and toxic. */
  hit: Map<Applied, boolean>;
  passed: Record<Direction, number>;
}

export class Link {
  readonly name: string;
  readonly #dice: Dice;
  readonly #pairs = new Set<Pair>();
  #server: Server | null = null;
  #port = 0;
  #target: number | null = null;
  #applied: Applied[] = [];

  constructor(name: string, dice: Dice) {
    this.name = name;
    this.#dice = dice;
  }

  /** The port that clients of this link use, for its whole life. */
  get port(): number {
    return this.#port;
  }

  /** The port behind the link; null while there is no server. */
  retarget(port: number | null): void {
    this.#target = port;
  }

  async open(): Promise<void> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
    server.maxConnections = CONNECTIONS_MAX;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as { port: number }).port;
    this.#server = server;
  }

  async apply(...applied: Applied[]): Promise<void> {
    this.#applied.push(...applied);
    if (applied.some(({ toxic }) => toxic.name === 'down')) await this.#shut();
    for (const pair of this.#pairs) this.#strike(pair);
  }

  async heal(): Promise<void> {
    this.#applied = [];
    if (this.#server === null) await this.open();
    // Dropped data never arrives: without a cut, such connections would look healthy and stay silent.
    for (const pair of this.#pairs) if ([...pair.hit.values()].includes(true)) cut(pair);
  }

  async close(): Promise<void> {
    this.#applied = [];
    await this.#shut();
  }

  async #shut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const pair of this.#pairs) cut(pair);
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #accept(client: Socket): void {
    if (this.#target === null) {
      client.resetAndDestroy();
      return;
    }
    const server = dial({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const pair: Pair = { client, server, hit: new Map(), passed: { up: 0, down: 0 } };
    this.#pairs.add(pair);
    for (const socket of [client, server]) {
      socket.on('error', () => cut(pair));
      socket.on('close', () => this.#closed(pair));
    }
    this.#strike(pair);
    inBackground(this.#pump(pair, client, server, 'up'));
    inBackground(this.#pump(pair, server, client, 'down'));
  }

  #closed(pair: Pair): void {
    if (!pair.client.destroyed || !pair.server.destroyed) return;
    this.#pairs.delete(pair);
  }

  #hits<N extends Toxic['name']>(
    pair: Pair,
    direction: Direction,
    name: N,
  ): Extract<Toxic, { name: N }> | null {
    for (const one of this.#applied) {
      if (one.toxic.name !== name || one.direction !== direction) continue;
      if (!pair.hit.has(one)) pair.hit.set(one, this.#dice.chance(one.probability));
      if (pair.hit.get(one) === true) return one.toxic as Extract<Toxic, { name: N }>;
    }
    return null;
  }

  /** Faults that act on a connection without waiting for data. */
  #strike(pair: Pair): void {
    for (const direction of ['up', 'down'] as const) {
      const reset = this.#hits(pair, direction, 'reset_peer');
      if (reset !== null) setTimeout(() => resetBoth(pair), reset.ms).unref();
      const silent = this.#hits(pair, direction, 'timeout');
      if (silent !== null && silent.ms > 0) setTimeout(() => cut(pair), silent.ms).unref();
    }
  }

  async #pump(pair: Pair, from: Socket, to: Socket, direction: Direction): Promise<void> {
    try {
      // By default the iterator destroys the socket at its end, which would cut the other direction.
      const chunks = from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      for await (const chunk of chunks) await this.#pass(pair, to, direction, chunk);
      const late = this.#hits(pair, direction, 'slow_close');
      if (late !== null) await sleep(late.ms);
      // The end of the stream must not arrive before the reset.
      if (this.#hits(pair, direction, 'reset_peer') !== null) return;
      if (!to.destroyed) to.end();
    } catch {
      cut(pair);
    }
  }

  async #pass(pair: Pair, to: Socket, direction: Direction, chunk: Buffer): Promise<void> {
    const isSwallowed = (['timeout', 'reset_peer'] as const).some(
      (name) => this.#hits(pair, direction, name) !== null,
    );
    if (isSwallowed) return;
    const slow = this.#hits(pair, direction, 'latency');
    if (slow !== null) await sleep(slow.ms + this.#dice.next() * slow.jitterMs);
    const limit = this.#hits(pair, direction, 'limit_data');
    const left = limit === null ? chunk.length : Math.max(0, limit.bytes - pair.passed[direction]);
    await this.#sendPieces(pair, to, direction, chunk.subarray(0, left));
    pair.passed[direction] += chunk.length;
    if (left < chunk.length) cut(pair);
  }

  async #sendPieces(pair: Pair, to: Socket, direction: Direction, chunk: Buffer): Promise<void> {
    const narrow = this.#hits(pair, direction, 'bandwidth');
    const slicer = this.#hits(pair, direction, 'slicer');
    const size = slicer?.bytes ?? (narrow === null ? PIECE_BYTES_MAX : narrow.bytesPerSecond / 10);
    for (let at = 0; at < chunk.length; at += size) {
      const piece = chunk.subarray(at, at + size);
      await write(to, piece);
      if (narrow !== null) await sleep((piece.length / narrow.bytesPerSecond) * 1_000);
      if (slicer !== null && slicer.delayMs > 0) await sleep(slicer.delayMs);
    }
  }
}

function write(to: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    if (to.destroyed) reject(new Error('the other side is gone'));
    else to.write(piece, (error) => (error == null ? resolve() : reject(error)));
  });
}

function cut({ client, server }: Pair): void {
  client.destroy();
  server.destroy();
}

function resetBoth({ client, server }: Pair): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}
