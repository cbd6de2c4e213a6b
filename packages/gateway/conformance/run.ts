// Tests the tools for agents with third-party programs: the protocol's conformance suite on both revisions and
// popular clients against a gateway as operators run it, then the suite against the same route with the tools that
// the suite expects. Every client asks one question twice, and the ledger must have charged one price for each
// client. Installs the programs first. Exits with 1 when any of them finds a fault. Run: node
// packages/gateway/conformance/run.ts
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installLocked } from '../../../release/install-locked.ts';
import { DataFolder, GatewayProcess } from '../src/testing/gateway-process.ts';
import { startFixtureRoute } from './fixture-route.ts';
import { startKeyProxy } from './key-proxy.ts';

// Installs the third-party packages that test the protocol.

/** Without their install scripts, which are not needed. */
function installOthers(): void {
  // Not `npm ci`: the lockfile names binaries of the platform it was written on, and other platforms need others.
  const command = ['install', '--no-save', '--ignore-scripts'];
  installLocked(import.meta.dirname, 'the suite and the clients to test with', command);
}

const FOLDER = import.meta.dirname;
const COMMAND = path.join(FOLDER, '../bin/reelgate.js');
const REVISIONS = ['2025-11-25', '2026-07-28'];
/** A run takes half a minute on an idle machine. */
const RUN_MS_MAX = 600_000;
const PRICE_MICROS = 12_000;

const binOf = (name: string) => path.join(FOLDER, 'node_modules/.bin', name);

interface Ended {
  code: number | null;
  out: string;
}

/** Runs a program with this Node, whatever it asks for, and with only the given environment. */
function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const child = spawn(process.execPath, args, { env: { ...inherited, ...env }, timeout: RUN_MS_MAX });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}

async function conformance(what: string, url: string, revision: string): Promise<boolean> {
  const expected = ['--expected-failures', path.join(FOLDER, `expected-failures-${what}.yaml`)];
  const results = mkdtempSync(path.join(tmpdir(), 'reelgate-conformance-'));
  const args = ['server', '--url', url, '--requirements', revision, '-o', results, ...expected];
  const { code, out } = await run([binOf('conformance'), ...args]);
  rmSync(results, { recursive: true, force: true });
  if (code !== 0) console.error(out);
  console.log(`conformance of ${what}, ${revision}: ${code === 0 ? 'as required' : 'FAILED'}`);
  return code === 0;
}

interface Place {
  url: string;
  key: string;
}

/** Makes the arguments with which a client calls `find_videos`. */
type Ask = (place: Place, given: Record<string, string>) => { args: string[]; env?: Record<string, string> };

const environment = ({ url, key }: Place) => ({ REELGATE_URL: url, REELGATE_KEY: key });
const inspected = (given: Record<string, string>) => [
  ...['--method', 'tools/call', '--tool-name', 'find_videos'],
  ...Object.entries(given).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]),
];
const oldClient = (how: string[], given: Record<string, string>) => [
  path.join(FOLDER, 'old-client.js'),
  ...how,
  'find_videos',
  JSON.stringify(given),
];

const CLIENTS: Record<string, Ask> = {
  'Inspector, HTTP': ({ url, key }, given) => ({
    args: [
      ...[binOf('mcp-inspector'), '--cli', `${url}/mcp`, '--transport', 'http'],
      ...['--header', `Authorization: Bearer ${key}`, ...inspected(given)],
    ],
  }),
  'Inspector, stdio': (place, given) => ({
    args: [
      ...[binOf('mcp-inspector'), '--cli', process.execPath, COMMAND, 'mcp'],
      ...Object.entries(environment(place)).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
      ...inspected(given),
    ],
  }),
  'older client, HTTP': ({ url, key }, given) => ({ args: oldClient(['http', `${url}/mcp`, key], given) }),
  'older client, stdio': (place, given) => ({
    args: oldClient(['stdio', JSON.stringify([process.execPath, COMMAND, 'mcp'])], given),
    env: environment(place),
  }),
  'mcp-remote': ({ url, key }, given) => {
    const header = ['--header', `Authorization: Bearer ${key}`];
    const program = [process.execPath, binOf('mcp-remote'), `${url}/mcp`, ...header];
    const how = ['stdio', JSON.stringify([...program, '--transport', 'http-only', '--allow-http'])];
    return { args: oldClient(how, given) };
  },
};

async function balanceMicros({ url, key }: Place): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/account/v1/balance`, { headers });
  return Math.round(Number(((await answer.json()) as { balance: string }).balance) * 1e6);
}

/** Asks the same question twice; it must be charged once and answered both times. */
async function isServed(name: string, ask: Ask, place: Place): Promise<boolean> {
  const before = await balanceMicros(place);
  const given = { platform: 'library', keyword: `cat ${name}` };
  const outs: Ended[] = [];
  for (let time = 0; time < 2; time++) {
    const { args, env } = ask(place, given);
    outs.push(await run(args, env));
  }
  const paid = before - (await balanceMicros(place));
  const isGood =
    paid === PRICE_MICROS && outs.every(({ code, out }) => code === 0 && out.includes('"request_id"'));
  if (!isGood)
    console.error(`${name}: paid ${paid}\n${outs.map(({ code, out }) => `${code} ${out}`).join('\n')}`);
  console.log(`${name}: ${isGood ? 'one charge for a question asked twice' : 'FAILED'}`);
  return isGood;
}

async function main(): Promise<number> {
  installOthers();
  const data = new DataFolder();
  const settings = `data: ${data.path}\nservice: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }\n`;
  const gateway = new GatewayProcess(['serve', '--config', data.writeConfig(settings)]);
  const url = await gateway.url();
  const key = /key\s+(rgk_live_\w+)/.exec(gateway.out)![1]!;
  const fixtures = await startFixtureRoute(key);
  const proxies = {
    gateway: await startKeyProxy(url, key),
    fixtures: await startKeyProxy(fixtures.url, key),
  };
  let isGood = true;
  try {
    for (const [what, proxy] of Object.entries(proxies)) {
      for (const revision of REVISIONS)
        isGood = (await conformance(what, `${proxy.url}/mcp`, revision)) && isGood;
    }
    for (const [name, ask] of Object.entries(CLIENTS))
      isGood = (await isServed(name, ask, { url, key })) && isGood;
  } finally {
    for (const proxy of Object.values(proxies)) proxy.close();
    await fixtures.close();
    gateway.kill('SIGTERM');
    await gateway.ended;
    data.remove();
  }
  return isGood ? 0 : 1;
}

process.exitCode = await main();
