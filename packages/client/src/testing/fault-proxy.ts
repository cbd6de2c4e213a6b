// A proxy between client and gateway that applies one chosen fault to each request. It measures no time: it reports a stall to the test,
// which moves the clock.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problem } from './scripted-fetch.ts';

export const FAULTS = [
  'pass',
  /** The gateway never sees the request. */
  'cut before',
  /** The gateway answers, but the connection is cut before the answer is sent. */
  'cut after',
  'cut in the body',
  'stall in the body',
  /** The request is sent to the gateway twice at the same time. */
  'duplicate',
  '409',
  '429',
  'long wait',
  'redirect',
  /** A proxy's error page, sent after the gateway has answered. */
  '502',
] as const;
export type Fault = (typeof FAULTS)[number];

interface GatewayAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Answers that the proxy sends itself, without the gateway. */
const OWN_ANSWERS: Partial<Record<Fault, () => Response>> = {
  '409': () => problem('REQUEST_IN_PROGRESS', 'wait', { retry_after_ms: 500 }, 409),
  '429': () => problem('RATE_LIMITED', 'wait', { retry_after_ms: 1_000 }, 429),
  redirect: () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }),
  'long wait': () => problem('UPSTREAM_BUSY', 'wait', { retry_after_ms: 3_600_000 }, 503),
};

/** Web pages may read it, as they may read what a gateway answers. */
function forPages(answer: Response): Response {
  answer.headers.set('access-control-allow-origin', '*');
  return answer;
}

async function readAnswer(response: Response): Promise<GatewayAnswer> {
  const body = Buffer.from(await response.arrayBuffer());
  const kept = [...response.headers].filter(([name]) =>
    /^(content-type$|content-range$|etag$|retry-after$|location$|access-control-|x-)/.test(name),
  );
  return { status: response.status, headers: Object.fromEntries(kept), body };
}

function answerWhole(to: ServerResponse, { status, headers, body }: GatewayAnswer): void {
  to.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
}

function answerHalf(to: ServerResponse, { status, headers, body }: GatewayAnswer, then: () => void): void {
  to.writeHead(status, { ...headers, 'content-length': String(body.length) });
  to.write(body.subarray(0, body.length / 2), then);
}

export class FaultProxy {
  readonly url: string;
  readonly #target: string;
  readonly #server: Server;
  readonly #nextFault: (request: IncomingMessage) => Fault;
  readonly #onStall: () => void;
  /** Requests that the gateway still works on, including those whose caller disconnected. */
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

  /** Waits until the gateway has finished all requests. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async close(): Promise<void> {
    await this.idle();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward({ url, method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<GatewayAnswer> {
    const own = Object.entries(headers).filter(([name]) =>
      /^(authorization$|origin$|content-type$|range$|access-control-|x-)/.test(name),
    );
    const answered = fetch(this.#target + url, {
      method,
      headers: Object.fromEntries(own) as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    }).then(readAnswer);
    this.#underWay.add(answered);
    answered.catch(() => {}).finally(() => this.#underWay.delete(answered));
    return answered;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.#nextFault(request);
    const cut = () => request.socket.destroy();
    if (fault === 'cut before') return void cut();
    const invented = OWN_ANSWERS[fault];
    if (invented !== undefined) return answerWhole(response, await readAnswer(forPages(invented())));
    const body = Buffer.concat(await request.toArray());
    const answered = this.#forward(request, body);
    // The gateway may refuse the copy or cut its connection: only the original has an answer to pass on.
    if (fault === 'duplicate') this.#forward(request, body).catch(() => {});
    const answer = await answered;
    if (fault === 'cut after') cut();
    else if (fault === '502') response.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
    else if (fault === 'cut in the body') answerHalf(response, answer, cut);
    else if (fault === 'stall in the body') answerHalf(response, answer, this.#onStall);
    else answerWhole(response, answer);
  }
}

export interface FaultProxySettings {
  /** Address of the gateway. */
  target: string;
  nextFault: (request: IncomingMessage) => Fault;
  /** Called when half of a body was sent and the rest will never follow. */
  onStall: () => void;
}
