// Canaries in failure cases: platforms that echo our own credentials in every place they can, a database that cannot be reached,
// keys that are made and used. None of these secrets may appear in a log line of any level, an answer, a receipt, an export, a
// metric, the output of a command or the title of the process.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataFolder, GatewayProcess, run } from '../testing/gateway-process.ts';
import { simulations } from '../testing/platforms/index.ts';

const SERVICE_SECRET = 'c0ffee5e'.repeat(8);
const DATABASE_PASSWORD = 'canary-database-password-77ad';
const tokenOf = (connector: string) => `canary-${connector}-token-5d0c`;

/** Everything that the gateway sent, as a hostile or careless platform repeats it. */
function echoOf({ method, url, headers }: IncomingMessage): string {
  return `${method} ${url} ${JSON.stringify(headers)}`;
}

type Fault = (echo: string, response: ServerResponse) => void;

const FAULTS: Fault[] = [
  (echo, response) =>
    response.writeHead(500, { 'content-type': 'text/plain', 'x-echo': encodeURI(echo) }).end(echo),
  (echo, response) => response.writeHead(401).end(JSON.stringify({ error: { message: echo, code: 401 } })),
  (echo, response) =>
    response.writeHead(403).end(JSON.stringify({ message: echo, detail: echo, reason: echo })),
  (echo, response) => response.writeHead(400).end(echo),
  (echo, response) => response.writeHead(404).end(echo),
  (echo, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:1/?${encodeURIComponent(echo)}` }).end(),
  (echo, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${echo}</html>`),
  (echo, response) =>
    response.writeHead(200).end(JSON.stringify({ error: echo, errors: [{ message: echo }] })),
  (echo, response) => response.writeHead(200).end(JSON.stringify({ code: 500, message: echo, data: echo })),
  (echo, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(echo),
  (echo, response) => response.writeHead(200, { 'content-encoding': 'br' }).end(echo),
  (_echo, response) => response.destroy(),
  (echo, response) => response.writeHead(429, { 'retry-after': '0' }).end(echo),
];

let upstream: Server;
let asked = 0;
const heard: Record<string, string> = {};
const hear = (where: string, text: string) => {
  heard[where] = (heard[where] ?? '') + text;
};

beforeAll(async () => {
  upstream = createServer((request, response) => FAULTS[asked++ % FAULTS.length]!(echoOf(request), response));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

/** Each HTTP platform, at the address of the simulated hostile one, with a credential of its own. */
function settings(data: string): string {
  const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const asksOverHttp = simulations.filter(({ connector }) => connector !== 'library');
  const providers = asksOverHttp.map((simulation) => {
    const own = {
      ...simulation.settings,
      connector: simulation.connector,
      token: tokenOf(simulation.connector),
    };
    return [`of-${simulation.platform}-${simulation.connector}`, { ...own, base_url, allow_private: true }];
  });
  const platforms: Record<string, string[]> = {};
  for (const { platform, connector } of asksOverHttp) {
    platforms[platform] = [...(platforms[platform] ?? []), `of-${platform}-${connector}`];
  }
  const endpoints = ['search_video_v2', 'search_video'].map((action) => ({
    path: `/api/*/v1/*/app/${action}`,
    unit_price: '0',
  }));
  return [
    `data: ${data}`,
    'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
    'log: { level: debug }',
    'cache: { fresh_seconds: 0 }',
    `prices: ${JSON.stringify({ endpoints })}`,
    `providers: ${JSON.stringify(Object.fromEntries(providers))}`,
    `platforms: ${JSON.stringify(platforms)}`,
  ].join('\n');
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

async function read(where: string, url: string, secret: string, init: RequestInit = {}): Promise<string> {
  const headers = { ...bearer(secret), ...(init.headers as Record<string, string>) };
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  hear(where, JSON.stringify([...response.headers]) + text);
  return text;
}

async function searchEverywhere(url: string, adminUrl: string, key: string, token: string): Promise<void> {
  const platforms = [...new Set(simulations.map(({ platform }) => platform))];
  const targets = platforms.flatMap((platform) => [
    `u1/v1/${platform}/app/search_video_v2`,
    `u2/v1/${platform}/app/search_video`,
  ]);
  const searches = targets.map(async (target, number) => {
    const id = `call-${number}`;
    const headers = { 'x-reelgate-request-id': id };
    await read('answers', `${url}/api/${target}?keyword=cat&include=raw`, key, { headers });
    await read('receipts', `${url}/api/account/v1/requests/${id}`, key);
    await read('receipts', `${adminUrl}/admin/v1/accounts/demo/requests/${id}`, token);
  });
  await Promise.all(searches);
}

/** What these commands print, on both streams. */
async function hearCommands(commands: readonly string[], config: string, env: Record<string, string> = {}) {
  const heardAll = commands.map(async (command) => {
    const { out, err } = await run([...command.split(' '), '--config', config], env);
    expect(out + err, command).not.toMatch(/^$|unknown (command|option)/);
    hear(`command ${command}`, out + err);
  });
  await Promise.all(heardAll);
}

/** Secrets of new keys are shown once, in the answer that created them. */
async function makeSecrets(adminUrl: string, token: string): Promise<string[]> {
  const post = async (target: string, body: object) => {
    const headers = { ...bearer(token), 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${adminUrl}/admin/v1/${target}`, init)).json()) as {
      secret: string;
      key: { id: string };
    };
  };
  const made = await post('keys', { account: 'demo', name: 'canary' });
  const rotated = await post(`keys/${made.key.id}/rotate`, {});
  const operator = await post('tokens', { name: 'canary' });
  const secrets = [made.secret, rotated.secret, operator.secret];
  for (const secret of secrets) expect(secret).toMatch(/^rg[ka]_live_\w{38}$/);
  return secrets;
}

const READ_BY_OPERATORS = [
  'accounts',
  'keys',
  'tokens',
  'audit',
  'providers',
  'status',
  'usage',
  'catalog',
  'usage/providers',
];

function titleOf(pid: number): string {
  const files = [`/proc/${pid}/cmdline`, `/proc/${pid}/comm`].filter((file) => existsSync(file));
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

function expectSilence(secrets: readonly string[]): void {
  for (const [where, text] of Object.entries(heard)) {
    for (const secret of secrets) {
      const at = text.indexOf(secret);
      const shown = at === -1 ? '' : text.slice(Math.max(0, at - 200), at).replaceAll(secret, '…');
      expect(at === -1, `a secret came back in ${where}, after: ${shown}`).toBe(true);
    }
  }
}

test('no credential that a platform echoes, and no new key, is ever shown again', async () => {
  const folder = new DataFolder();
  const config = folder.writeConfig(settings(path.join(folder.path, 'data')));
  const env = { REELGATE_SECRET: SERVICE_SECRET };
  const gateway = new GatewayProcess(['serve', '--config', config], env);
  const url = await gateway.url();
  const key = /key {4}(rgk_\S+)/.exec(gateway.out)![1]!;
  const token = /admin {2}(rga_\S+)/.exec(gateway.out)![1]!;
  const shownAtStart = gateway.out.length;
  const adminUrl = gateway.adminUrl();
  hear('title', titleOf(gateway.pid));

  await searchEverywhere(url, adminUrl, key, token);
  const made = await makeSecrets(adminUrl, token);
  await read('answers', `${url}/api/account/v1/balance`, made[1]!);
  for (const target of READ_BY_OPERATORS) await read('operators', `${adminUrl}/admin/v1/${target}`, token);
  await read('exports', `${url}/api/account/v1/entries?format=csv`, key);
  await read('metrics', `${adminUrl}/metrics`, token);
  await read('documents', `${url}/openapi.json`, key);
  await read('documents', `${url}/docs`, key);
  await hearCommands(['providers', 'doctor', 'connectors check', 'audit'], config, env);
  gateway.kill('SIGTERM');
  const ended = await gateway.ended;
  hear('output', ended.out.slice(shownAtStart));
  hear('log', ended.err);
  folder.remove();

  // Positive control: the platforms were asked, with their credentials, and failures were logged.
  expect(asked).toBeGreaterThan(2 * FAULTS.length);
  expect(heard.log).toContain('"level"');
  expect(heard.receipts).toContain('attempts');
  const tokens = simulations.map(({ connector }) => tokenOf(connector));
  expectSilence([...tokens, ...made, key, token, SERVICE_SECRET]);
}, 120_000);

test('the password of a database that cannot be reached is never shown', async () => {
  const folder = new DataFolder();
  const storage = `postgres://reelgate:${DATABASE_PASSWORD}@127.0.0.1:1/reelgate`;
  const config = folder.writeConfig(
    [`data: ${path.join(folder.path, 'data')}`, `storage: "${storage}"`, 'log: { level: debug }'].join('\n'),
  );
  await hearCommands(['serve', 'doctor', 'account list'], config);
  const checked = await run(['config', 'check', config, '--json']);
  hear('command config check', checked.out + checked.err);
  folder.remove();
  expectSilence([DATABASE_PASSWORD]);
}, 60_000);
