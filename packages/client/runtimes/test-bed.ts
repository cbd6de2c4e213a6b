// Starts what the suite runs against: a real gateway, the fault proxy in front of it, and a web server of another origin that serves the
// suite to pages.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DataFolder, GatewayProcess } from '../../gateway/src/testing/gateway-process.ts';
import { type Fault, FaultProxy, type FaultProxySettings } from '../src/testing/fault-proxy.ts';
import type { TestBed } from './runners.ts';

const BELOW_FAULT = /^\/fault\/([^/]+)(\/.*)$/;

/** Applies the fault that the path names to the first attempt of each request only. */
function faultOnce(): FaultProxySettings['nextFault'] {
  const met = new Set<string>();
  return (request) => {
    const [, fault = 'pass', target = '/'] = BELOW_FAULT.exec(request.url ?? '') ?? [];
    request.url = target;
    const id = `${request.headers['x-reelgate-request-id']}`;
    if (request.method === 'OPTIONS' || met.has(id)) return 'pass';
    met.add(id);
    return decodeURIComponent(fault) as Fault;
  };
}

async function serveFiles(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const name = path.normalize(new URL(request.url ?? '/', 'http://x').pathname);
    if (!name.endsWith('.js'))
      return void response.setHeader('content-type', 'text/html').end('<title>suite</title>');
    response.setHeader('content-type', 'text/javascript').end(readFileSync(path.join(folder, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const SETTINGS = (data: string, origin: string) => `data: ${data}
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0", cors: { origins: ["${origin}"] } }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 100 } }
`;

export async function startTestBed(folder: string): Promise<TestBed & { stop(): Promise<void> }> {
  const files = await serveFiles(folder);
  const filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  const data = new DataFolder();
  const gateway = new GatewayProcess(['serve', '--config', data.writeConfig(SETTINGS(data.path, filesUrl))]);
  const target = await gateway.url();
  const apiKey = /key\s+(rgk_live_\w+)/.exec(gateway.out)![1]!;
  const proxy = await FaultProxy.start({ target, nextFault: faultOnce(), onStall: () => {} });
  return {
    folder,
    filesUrl,
    apiKey,
    proxyUrl: proxy.url,
    async stop() {
      await proxy.close();
      files.closeAllConnections();
      files.close();
      gateway.kill('SIGTERM');
      await gateway.ended;
      data.remove();
    },
  };
}
