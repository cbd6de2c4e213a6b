// Measures what a `tools/call` of `find_videos` costs the gateway in CPU, compared with the same search over HTTP with a request id: the
// same platform, the same ten items, every question new. It measures both revisions of the protocol, with alternating rounds and medians of
// ratios. Exits non-zero when the promise is missed.
// Run: node bench/mcp.ts [--rounds 7] [--calls 600] [--profile FOLDER]
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Reelgate } from './speed/contenders/reelgate.ts';
import { UpstreamProcess } from './speed/contenders/upstream-process.ts';
import { median } from './speed/figures.ts';

const RATIO_MAX = 1.5;
const CALLERS = 8;
const ITEMS = 10;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    calls: { type: 'string', default: '600' },
    profile: { type: 'string' },
  },
});
const [rounds, calls] = [Number(values.rounds), Number(values.calls)];

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-bench-mcp-'));
const upstream = await UpstreamProcess.start();
const nodeArgs = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const gateway = await Reelgate.start({ folder, upstream: upstream.at, nodeArgs });
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
const key = gateway.keys.payer;
let asked = 0;

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

function send({ method, path: at, headers, body }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port: gateway.port, agent, method, path: at };
    const authorization = `Bearer ${key}`;
    const sent = request({ ...to, headers: { authorization, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode}: ${text}`)),
      );
    });
    sent.on('error', reject).end(body);
  });
}

function searchOverHttp(): Sent {
  const n = ++asked;
  return {
    method: 'GET',
    path: `/api/u1/v1/fast/app/search_video_v2?keyword=q${n}&count=${ITEMS}`,
    headers: { 'x-reelgate-request-id': `bench-${n}` },
  };
}

function toolCall(revision: string): Sent {
  const n = ++asked;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'find_videos', arguments: { platform: 'fast', keyword: `q${n}` } };
  const isModern = revision >= '2026-07-28';
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: n,
    method: 'tools/call',
    params: isModern ? { ...params, _meta: meta } : params,
  });
  return {
    method: 'POST',
    path: '/mcp',
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': 'find_videos' }),
    },
  };
}

const WAYS: Record<string, () => Sent> = {
  'search over HTTP': searchOverHttp,
  'find_videos, 2026-07-28': () => toolCall('2026-07-28'),
  'find_videos, 2025-11-25': () => toolCall('2025-11-25'),
};

async function cpuMicros(way: () => Sent, count: number): Promise<number> {
  const before = await gateway.usage();
  let left = count;
  const caller = async () => {
    while (left-- > 0) {
      const text = await send(way());
      if (text.includes('"isError":true')) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return ((await gateway.usage()).cpuMicros - before.cpuMicros) / count;
}

try {
  for (const way of Object.values(WAYS)) await cpuMicros(way, calls);
  const micros: Record<string, number[]> = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(WAYS)) micros[name]!.push(await cpuMicros(way, calls));
  }
  const base = micros['search over HTTP']!;
  console.log(
    `${ITEMS} items a call, microseconds of CPU time of the gateway, medians of ${rounds} rounds of ${calls}:`,
  );
  for (const [name, figures] of Object.entries(micros)) {
    const ratio = median(figures.map((one, i) => one / base[i]!));
    console.log(
      `${name.padEnd(26)}${median(figures).toFixed(0).padStart(6)}${ratio.toFixed(2).padStart(8)} x`,
    );
    if (ratio > RATIO_MAX) process.exitCode = 1;
  }
  if (process.exitCode === 1) console.log(`more than ${RATIO_MAX} x`);
} finally {
  agent.destroy();
  await gateway.stop();
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
}
