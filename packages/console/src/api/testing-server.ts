// A server for tests of requests. It records what it gets and answers as the test says. Pages request paths without a host, so `fetch` is
// redirected to it, but stays the real one.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

interface Sent {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status?: number;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
}

export interface TestServer {
  sent: Sent[];
  reply: (sent: Sent) => Reply;
  close(): Promise<void>;
}

/** Also stands in for `window` events, which Node does not have. */
export async function startTestServer(): Promise<TestServer> {
  const started: TestServer = { sent: [], reply: () => ({}), close };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const sent = { method, url, headers, body: Buffer.concat(chunks).toString() };
    started.sent.push(sent);
    const { status = 200, type = 'application/json', body = '{}', headers: more } = started.reply(sent);
    response.writeHead(status, { 'content-type': type, ...more }).end(body);
  };
  const server = createServer((request, response) => {
    // A page that leaves in the middle of its request gets no answer.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = fetch;
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => real(base + path, options));
  const events = new EventTarget();
  vi.stubGlobal('dispatchEvent', (event: Event) => events.dispatchEvent(event));
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  async function close(): Promise<void> {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return started;
}
