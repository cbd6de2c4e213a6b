// A collector of traces: accepts OpenTelemetry's JSON over HTTP on loopback, and keeps the parts of each call.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Interval, TracedCall } from './tails.ts';

interface Span {
  traceId: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: { key: string; value: { stringValue?: string } }[];
}

/** More than any run makes: a batch of 512 calls has some 2 MB. */
const BODY_BYTES_MAX = 64_000_000;

export interface Collector {
  url: string;
  spans: Span[];
  close(): void;
}

export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) throw new Error('a batch of traces without an end');
      chunks.push(chunk);
    });
    request.on('end', () => {
      spans.push(...spansIn(Buffer.concat(chunks).toString()));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, close: () => server.close() };
}

function spansIn(body: string): Span[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

const NANOS_PER_MS = 1e6;
const timeOf = ({ startTimeUnixNano, endTimeUnixNano }: Span): Interval => ({
  fromMs: Number(startTimeUnixNano) / NANOS_PER_MS,
  toMs: Number(endTimeUnixNano) / NANOS_PER_MS,
});

/** Calls that were held, asked a platform and were settled. */
export function tracedCalls(spans: readonly Span[]): TracedCall[] {
  return [...Map.groupBy(spans, ({ traceId }) => traceId).values()].flatMap((own) => {
    const find = (isIt: (span: Span) => boolean) => own.find(isIt);
    const idOf = ({ attributes }: Span) =>
      attributes?.find(({ key }) => key === 'reelgate.request_id')?.value.stringValue;
    const whole = find((span) => idOf(span) !== undefined);
    const [hold, settle] = ['hold', 'settle'].map((name) => find((span) => span.name === name));
    const ask = find(({ name }) => name.startsWith('ask '));
    if (whole === undefined || hold === undefined || settle === undefined || ask === undefined) return [];
    return [
      {
        id: idOf(whole)!,
        whole: timeOf(whole),
        hold: timeOf(hold),
        settle: timeOf(settle),
        ask: timeOf(ask),
      },
    ];
  });
}
