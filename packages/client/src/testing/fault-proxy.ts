// Owns a proxy between a client and a gateway that breaks requests as it is told, one fault per request. It measures no time: a stall
// is announced to whoever holds the clock.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problem } from './scripted-fetch.ts';

export const FAULTS = [
  'pass',
  /** The gateway never sees the request. */
  'cut before',
  /** The gateway answers, and nobody hears it. */
  'cut after',
  'cut in the body',
  'stall in the body',
  /** Sent on twice at once. */
  'duplicate',
  '409',
  '429',
  'long wait',
  'redirect',
  /** The page of a proxy in between, after the gateway has answered. */
  '502',
] as const;
export type Fault = (typeof FAULTS)[number];

interface Heard {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Of the faults that are answers. */
const INVENTED: Partial<Record<Fault, () => Response>> = {
  '409': () => problem('REQUEST_IN_PROGRESS', 'wait', { retry_after_ms: 500 }, 409),
  '429': () => problem('RATE_LIMITED', 'wait', { retry_after_ms: 1_000 }, 429),
  redirect: () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }),
  'long wait': () => problem('UPSTREAM_BUSY', 'wait', { retry_after_ms: 3_600_000 }, 503),
};

async function heardFrom(response: Response): Promise<Heard> {
  const body = Buffer.from(await response.arrayBuffer());
  const kept = [...response.headers].filter(([name]) =>
    /^(content-type$|retry-after$|location$|access-control-|x-)/.test(name),
  );
  return { status: response.status, headers: Object.fromEntries(kept), body };
}

function answerWhole(to: ServerResponse, { status, headers, body }: Heard): void {
  to.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
}

function answerHalf(to: ServerResponse, { status, headers, body }: Heard, then: () => void): void {
  to.writeHead(status, { ...headers, 'content-length': String(body.length) });
  to.write(body.subarray(0, body.length / 2), then);
}

export class FaultProxy {
  readonly url: string;
  readonly #target: string;
  readonly #server: Server;
  readonly #nextFault: (request: IncomingMessage) => Fault;
  readonly #onStall: () => void;
  /** Requests on their way to the gateway, also those whose caller is gone. */
  readonly #underWay = new Set<Promise<unknown>>();

  private constructor(server: Server, settings: FaultProxySettings) {
    this.#server = server;
    this.#target = settings.target;
    this.#nextFault = settings.nextFault;
    this.#onStall = settings.onStall;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(settings: FaultProxySettings): Promise<FaultProxy> {
    let proxy: FaultProxy;
    const server = createServer((request, response) => void proxy.#handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = new FaultProxy(server, settings);
    return proxy;
  }

  /** Until the gateway has ended everything that was sent on. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async close(): Promise<void> {
    await this.idle();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward({ url, method = 'GET', headers }: IncomingMessage): Promise<Heard> {
    const own = Object.entries(headers).filter(([name]) =>
      /^(authorization$|origin$|access-control-|x-)/.test(name),
    );
    const heard = fetch(this.#target + url, {
      method,
      headers: Object.fromEntries(own) as Record<string, string>,
    }).then(heardFrom);
    this.#underWay.add(heard);
    heard.catch(() => {}).finally(() => this.#underWay.delete(heard));
    return heard;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.#nextFault(request);
    const cut = () => request.socket.destroy();
    if (fault === 'cut before') return void cut();
    const invented = INVENTED[fault];
    if (invented !== undefined) return answerWhole(response, await heardFrom(invented()));
    const heard = this.#forward(request);
    // The gateway may refuse the copy or cut its connection: only the original has an answer to pass on.
    if (fault === 'duplicate') this.#forward(request).catch(() => {});
    const answer = await heard;
    if (fault === 'cut after') cut();
    else if (fault === '502') response.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
    else if (fault === 'cut in the body') answerHalf(response, answer, cut);
    else if (fault === 'stall in the body') answerHalf(response, answer, this.#onStall);
    else answerWhole(response, answer);
  }
}

export interface FaultProxySettings {
  /** The gateway. */
  target: string;
  nextFault: (request: IncomingMessage) => Fault;
  /** Half of a body was sent, and the rest will never come. */
  onStall: () => void;
}
