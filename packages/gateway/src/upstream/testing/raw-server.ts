// A server for tests that answers with any bytes, valid or not, and records what it received. It parses HTTP only to find where a
// request ends.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { AttemptFailure, UpstreamRequest } from '../../connectors/connector.ts';
import { systemClock } from '../../domain/clock.ts';
import type { Answer } from '../exchange.ts';
import { createHttpTransport, type HttpTransport, type HttpTransportOptions } from '../http-transport.ts';
import { TimeLimit } from '../time-limit.ts';
import type { OnBehalfOf, UpstreamPolicy } from '../upstream.ts';

interface Seen {
  /** The whole request as received. */
  request: string;
  /** Counted from 1, over all connections. */
  number: number;
  /** Counted from 1. */
  connection: number;
}

/** Called once per request. */
export type Behaviour = (socket: Socket, seen: Seen) => void;

function isWhole(request: string): boolean {
  const headEnd = request.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(request)?.[1] ?? 0);
  return headEnd >= 0 && request.length >= headEnd + 4 + length;
}

export class RawServer {
  readonly seen: Seen[] = [];
  readonly sockets: Socket[] = [];
  readonly #server: Server;
  readonly #scheme: string;

  constructor(behave: Behaviour, tls: { key: string; cert: string } | null) {
    this.#scheme = tls === null ? 'http' : 'https';
    const onSocket = (socket: Socket) => this.#listenTo(socket, behave);
    this.#server = tls === null ? createServer(onSocket) : createTlsServer(tls, onSocket);
    this.#server.on('tlsClientError', () => {});
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  /** For servers that send before a request. */
  onConnection(greet: (socket: Socket) => void): void {
    this.#server.on('connection', greet);
  }

  async listen(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  #listenTo(socket: Socket, behave: Behaviour): void {
    this.sockets.push(socket);
    // Otherwise the operating system may delay what is written right after an answer.
    socket.setNoDelay(true);
    const connection = this.sockets.length;
    let request = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      request += bytes.toString('latin1');
      if (!isWhole(request)) return;
      const seen = { request, number: this.seen.length + 1, connection };
      this.seen.push(seen);
      request = '';
      behave(socket, seen);
    });
  }
}

/**
 * Far longer than any answer needs: decompressing 10 MB took up to 5 s on a busy machine. Tests of waiting set their own timeout.
 */
const DEADLINE_MS = 60_000;

/** The servers and clients of a test, closed together. */
export class World {
  readonly http: HttpTransport;
  readonly #servers: RawServer[] = [];
  #aheadMs = 0;

  constructor(options: Partial<HttpTransportOptions> = {}) {
    const monotonicMs = () => systemClock.monotonicMs() + this.#aheadMs;
    this.http = createHttpTransport({ clock: { ...systemClock, monotonicMs }, ...options });
  }

  /** Advances the clock until connections count as quiet. */
  rest(): void {
    this.#aheadMs += 10_000;
  }

  async server(behave: Behaviour | string | Buffer, tls: { key: string; cert: string } | null = null) {
    const answer: Behaviour = typeof behave === 'function' ? behave : (socket) => socket.write(behave);
    const server = await new RawServer(answer, tls).listen();
    this.#servers.push(server);
    return server;
  }

  async ask(origin: string, options: Ask = {}): Promise<Answer | AttemptFailure> {
    const { path = '/', policy, timeoutMs = DEADLINE_MS, onBehalfOf = null, ...rest } = options;
    const request: UpstreamRequest = { method: 'GET', url: origin + path, headers: {}, ...rest };
    const timeLimit = new TimeLimit(timeoutMs, null);
    const answer = await this.http.transport(
      request,
      timeLimit,
      { ...policyOf(origin), ...policy },
      onBehalfOf,
    );
    timeLimit.close();
    return answer;
  }

  async close(): Promise<void> {
    await this.http.close();
    await Promise.all(this.#servers.map((server) => server.close()));
  }
}

export interface Ask extends Partial<UpstreamRequest> {
  path?: string;
  policy?: Partial<UpstreamPolicy>;
  timeoutMs?: number;
  onBehalfOf?: OnBehalfOf;
}

export function policyOf(origin: string): UpstreamPolicy {
  return {
    provider: 'p',
    origin,
    allowPrivate: true,
    requestsPerSecond: null,
    inFlightMax: null,
    redirects: 'origin',
    keepAlive: true,
    proxies: [],
  };
}

/** A valid answer with these header lines and this body. */
export function ok(body: string | Buffer, ...lines: string[]): Buffer {
  const bytes = Buffer.from(body);
  const head = ['HTTP/1.1 200 OK', `content-length: ${bytes.length}`, ...lines].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]);
}

/** Resolves when the peer has closed the connection, in whatever way. */
export function closed(socket: Socket | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (socket === undefined || socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}
