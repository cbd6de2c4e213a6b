// An upstream for tests of mounts: a real server on a loopback port that records every request, answers as the test
// says, and has a document that describes it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

export const TOKEN = 'upstream-secret-token/+=';

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const text = { type: 'string' };
const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });

export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Clip shop', version: '1' },
  paths: {
    '/clips': {
      get: {
        operationId: 'listClips',
        summary: 'List clips',
        parameters: [
          query('q', { type: 'string', minLength: 2 }, { required: true }),
          query('page', { type: 'integer', minimum: 1 }),
          query('tag', { type: 'array', items: text }),
          query('ids', { type: 'array', items: { type: 'integer' } }, { explode: false }),
        ],
      },
      post: {
        operationId: 'addClip',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Clip' } } },
        },
      },
    },
    '/clips/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: 'readClip' },
      put: { operationId: 'writeClip', requestBody: { content: { 'application/json': {} } } },
      delete: { operationId: 'dropClip' },
    },
    '/clips/mine': { get: { operationId: 'myClips' } },
    '/picture/': { get: { operationId: 'picture' } },
    '/upload': { post: { requestBody: { content: { 'multipart/form-data': {} } } } },
  },
  components: {
    schemas: {
      Clip: {
        type: 'object',
        required: ['title'],
        properties: {
          title: text,
          views: { type: 'integer' },
          parent: { $ref: '#/components/schemas/Clip' },
        },
        additionalProperties: false,
      },
    },
  },
};

/** Settings that serve every mountable operation of the document above. */
export const ALL = 'gets: ["*"], operations: { addClip: {}, writeClip: {}, dropClip: {} }';

type Respond = (seen: Seen, response: ServerResponse) => void;

export class TestUpstream {
  /** The clock of the gateways that call it. */
  readonly clock = createShiftedClock();
  readonly seen: Seen[] = [];
  readonly folder = mkdtempSync(path.join(tmpdir(), 'reelgate-mount-'));
  respond: Respond = (_seen, response) => response.end('{"ok":true}');
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<TestUpstream> {
    const server = createServer();
    const upstream = new TestUpstream(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const seen = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
        upstream.seen.push(seen);
        response.setHeader('content-type', 'application/json');
        upstream.respond(seen, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a gateway that mounts the document at `/api/u2/v1/shop`. */
  settings(
    more: { mount?: string; served?: string; provider?: string; document?: object; limits?: string } = {},
  ): string {
    const file = path.join(this.folder, 'shop.json');
    writeFileSync(file, JSON.stringify(more.document ?? DOCUMENT));
    const provider = `connector: openapi, base_url: "${this.url}/base/v2", token: "${TOKEN}", allow_private: true`;
    return `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
providers:
  library: { connector: library }
  shop: { ${provider}${more.provider ?? ''} }
mounts:
  - { name: shop, openapi: "${file}", provider: shop, unit_price: "0.003", ${more.served ?? ALL}${more.mount ?? ''} }
limits:
  rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }
`;
  }

  async gateway(settings = this.settings()): Promise<TestGateway> {
    return startTestGateway({ settings, ports: { clock: this.clock } });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Sends the path as it is: `fetch` would normalize it. */
export function rawGet(gateway: TestGateway, target: string): Promise<{ text: string }> {
  const lines = [
    `GET ${target} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${gateway.key}`,
    'Connection: close',
  ];
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve({ text }));
    socket.on('error', reject);
  });
}
