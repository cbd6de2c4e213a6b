// Sending to a collector over HTTP: a batch is sent when the collector took it, and only then.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZERO } from '../domain/money.ts';
import { OtlpReceiver } from '../testing/otlp-receiver.ts';
import type { TraceExporter } from './call-traces.ts';
import type { EndedCall } from './ended-call.ts';
import { openOtlpExporter } from './otlp-exporter.ts';

let collector: Server;
let exporter: TraceExporter;
let status = 200;
const asked: string[] = [];
beforeAll(async () => {
  collector = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['x-team']}`);
    request
      .resume()
      .on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  exporter = await openOtlpExporter({
    ...{ url: `http://127.0.0.1:${port}`, headers: () => ({ 'x-team': 'video' }) },
    ...{
      service: { name: 'reelgate', version: '1', instance: 'n1' },
      publicUrl: () => 'http://gateway.example',
    },
  });
});
afterAll(async () => {
  await exporter.close();
  collector.close();
});

test('a batch that the collector takes is sent, and one that it refuses is not', async () => {
  await exporter.send([]);
  expect(asked).toEqual(['POST /v1/traces video']);
  status = 400;
  await expect(exporter.send([])).rejects.toThrow();
});

test('a span has the time of its call as the wall clock shows it, and the trace that the caller named', async () => {
  const receiver = new OtlpReceiver();
  const own = await openOtlpExporter({
    ...{ url: await receiver.open(), headers: () => ({}), publicUrl: () => 'http://gateway.example' },
    service: { name: 'reelgate', version: '1', instance: 'n1' },
  });
  const trace = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: 'c'.repeat(16),
    isSampled: true,
  };
  const call: EndedCall = {
    ...{ requestId: 'r', account: 'acc', key: 'key', method: 'GET', route: '/p', path: '/p', platform: 'x' },
    ...{ operation: 'video.search', variant: 'stable', status: 200, code: null, chargedMicros: ZERO },
    ...{ source: 'live', provider: 'p', keyword: null, beganAtMs: 1_800_000_000_250, durationMs: 1_500 },
    ...{ steps: [], attempts: [], exchanges: [], trace: { ...trace, exchanges: [] } },
  };
  await own.send([call]);
  const [span] = receiver.spans;
  expect(span).toMatchObject({
    traceId: trace.traceId,
    spanId: trace.spanId,
    parentSpanId: trace.parentSpanId,
    kind: 2,
  });
  expect([Math.round(span!.startMs), Math.round(span!.endMs)]).toEqual([
    1_800_000_000_250, 1_800_000_001_750,
  ]);
  await own.close();
  await receiver.close();
});
