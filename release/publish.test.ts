// Publishes with the real npm to a registry in a thread of this process: npm is waited for without a turn of the event loop.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publish } from './publish.ts';

/** Keeps what is published, and knows one way to write and one to read. */
const REGISTRY = `
const { parentPort } = require('node:worker_threads');
const kept = new Map();
const server = require('node:http').createServer(async (request, response) => {
  const name = decodeURIComponent(request.url.slice(1));
  if (request.method === 'PUT') {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    kept.set(name, JSON.parse(Buffer.concat(chunks)));
    return response.writeHead(201).end('{}');
  }
  const found = kept.get(name);
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(found ?? { error: 'not found' }));
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-publish-'));
const registry = new Worker(REGISTRY, { eval: true });
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const port = await new Promise<number>((resolve) => registry.once('message', resolve));
  const settings = path.join(folder, 'npmrc');
  writeFileSync(settings, `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=made-up\n`);
  const cache = path.join(folder, 'cache');
  env = { ...process.env, npm_config_userconfig: settings, npm_config_cache: cache };
  env.npm_config_registry = `http://127.0.0.1:${port}/`;
});

afterAll(async () => {
  await registry.terminate();
  rmSync(folder, { recursive: true, force: true });
});

function tarball(text: string): string {
  const place = path.join(folder, text);
  mkdirSync(place);
  const manifest = {
    name: 'made-up',
    version: '1.2.3',
    publishConfig: { access: 'public', provenance: true },
  };
  writeFileSync(path.join(place, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(place, 'README.md'), text);
  execFileSync('npm', ['pack', '--silent'], { cwd: place, env });
  return path.join(place, 'made-up-1.2.3.tgz');
}

test('a tarball is published once: the same bytes are passed over, and other bytes of that version are refused', () => {
  const one = { name: 'made-up', version: '1.2.3', file: tarball('one') };
  expect(publish(one, false, env)).toBe('made-up 1.2.3 is published');
  expect(publish(one, false, env)).toBe('made-up 1.2.3 is published already');
  expect(() => publish({ ...one, file: tarball('two') }, false, env)).toThrow('with other bytes');
});
