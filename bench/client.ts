// Measures what the client package adds to a call: the same answer of a server on this machine by bare `fetch` and by the client, in
// turns, in microseconds of CPU time of this process. Fails when it adds more than it promises.
// Run: node bench/client.ts
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Reelgate } from '../packages/client/src/index.ts';

const ADDED_MICROS_MAX = 60;
const ROUNDS = 15;
const CALLS = 400;
const URL_PATH = '/api/u1/v1/library/app/search_video_v2';

interface Document {
  paths: Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { example: { items: object[] } }> }> } }
  >;
}

/** A page of 20 items, from the example of the contract. */
function pageText(): string {
  const document = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../openapi.json'), 'utf8'),
  ) as Document;
  const { example } =
    document.paths['/api/{group}/v1/{platform}/app/search_video_v2']!.get.responses['200']!.content[
      'application/json'
    ]!;
  return JSON.stringify({ ...example, items: Array.from({ length: 20 }, () => example.items[0]) });
}

/** On a thread of its own; its CPU time is counted in both ways alike. */
const SERVER = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json').end(workerData);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const text = pageText();
const server = new Worker(SERVER, { eval: true, workerData: text });
const port = await new Promise<number>((resolve) => server.once('message', resolve));
const baseUrl = `http://127.0.0.1:${port}`;
const reelgate = new Reelgate({ apiKey: 'k', baseUrl });

const WAYS = {
  'bare fetch': async () => {
    const headers = { authorization: 'Bearer k', 'x-reelgate-request-id': 'x' };
    const response = await fetch(`${baseUrl}${URL_PATH}?keyword=cat`, { headers });
    return JSON.parse(await response.text());
  },
  client: async () => reelgate.videos.search({ platform: 'library', keyword: 'cat' }),
};

async function cpuMicros(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < CALLS; i++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

// The best of several rounds: a busy machine only adds.
const best: Record<string, number> = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, call] of Object.entries(WAYS)) {
    best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, await cpuMicros(call));
  }
}
await server.terminate();

const added = best.client! - best['bare fetch']!;
console.log(`A page of 20 items, ${Buffer.byteLength(text)} bytes, microseconds of CPU time per call:`);
for (const [name, micros] of Object.entries(best))
  console.log(`${name.padEnd(12)}${micros.toFixed(1).padStart(8)}`);
console.log(`${'added'.padEnd(12)}${added.toFixed(1).padStart(8)} (at most ${ADDED_MICROS_MAX})`);
if (added > ADDED_MICROS_MAX) process.exitCode = 1;
