// A small collector for tests: it accepts traces over OTLP/HTTP as JSON and keeps their spans.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { inBackground } from '../domain/in-background.ts';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  startMs: number;
  endMs: number;
  /** 2 is an error. */
  status: number;
  attributes: Record<string, unknown>;
}

interface OtlpSpan extends Omit<ReceivedSpan, 'attributes' | 'status' | 'startMs' | 'endMs'> {
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number };
  attributes: OtlpAttribute[];
}
interface OtlpAttribute {
  key: string;
  value: Record<string, unknown>;
}
interface OtlpBody {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly requests: { url: string; headers: IncomingHttpHeaders }[] = [];
  resource: Record<string, unknown> = {};
  /** The status of all further answers. */
  status = 200;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => inBackground(this.#answer(request, response)));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as OtlpBody;
    this.requests.push({ url: request.url!, headers: request.headers });
    if (this.status === 200) this.#take(body);
    response.writeHead(this.status, { 'content-type': 'application/json' });
    response.end('{}');
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #take({ resourceSpans }: OtlpBody): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = attributesOf(resource.attributes);
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans).map(readSpan));
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function readSpan({
  startTimeUnixNano,
  endTimeUnixNano,
  status,
  attributes,
  ...span
}: OtlpSpan): ReceivedSpan {
  return {
    ...span,
    startMs: Number(startTimeUnixNano) / 1e6,
    endMs: Number(endTimeUnixNano) / 1e6,
    status: status.code,
    attributes: attributesOf(attributes),
  };
}

function attributesOf(attributes: OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
