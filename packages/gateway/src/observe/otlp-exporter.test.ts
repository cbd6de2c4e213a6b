// Sending to a collector over HTTP: a batch is sent when the collector took it, and only then.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TraceExporter } from './call-traces.ts';
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
