// Keeps the files under deploy/ true: what they name exists, their durations fit the gateway's own, and the programs that read
// them accept them, where they are installed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { commands } from '../cli/commands.ts';
import { isConfigError, loadConfig } from '../config/config.ts';
import { OVERRIDES } from '../config/schema.ts';
import { connectorNeeds, connectors } from '../connectors/index.ts';
import { CONNECTIONS_MAX, DRAIN_MS } from '../domain/limits.ts';
import { freePort } from '../testing/postgres-server.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const DEPLOY = path.join(ROOT, 'deploy');
const KEEP_ALIVE_S = 65;

const read = (name: string) => readFileSync(path.join(DEPLOY, name), 'utf8');
/** Files only; those of observe/ have a test of their own. */
const deployed = () =>
  readdirSync(DEPLOY, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
const guide = () => readFileSync(path.join(ROOT, 'docs/guides/deploy.md'), 'utf8');

interface Pod {
  terminationGracePeriodSeconds: number;
  containers: {
    args: string[];
    env: { name: string }[];
    lifecycle: { preStop: { exec: { command: string[] } } };
    ports: { name: string }[];
    [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
  }[];
}

const kubernetes = () => parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS());
const podOf = () => kubernetes().find(({ kind }) => kind === 'Deployment').spec.template.spec as Pod;

test('every document for Kubernetes parses and has a kind and a name', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  expect(kubernetes().map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'ConfigMap reelgate',
    'Deployment reelgate',
    'Service reelgate',
    'PodDisruptionBudget reelgate',
  ]);
});

test('the configuration for Kubernetes is accepted by the gateway', () => {
  const [{ data }] = kubernetes();
  const url = 'postgres://reelgate:secret@db/reelgate';
  const config = loadConfig({
    file: 'reelgate.yaml',
    connectors: connectors.map(connectorNeeds),
    env: { REELGATE_STORAGE: url },
    readFile: () => data['reelgate.yaml'],
  });
  if (isConfigError(config)) throw new Error(config.message);
  expect(config.storage).toEqual({ kind: 'postgres', url });
  expect(config.service.public.port).toBe(8080);
  const [container] = podOf().containers;
  expect(container!.env.map(({ name }) => name)).toEqual(['REELGATE_STORAGE']);
});

test('probes use routes that exist, and a stop leaves time for the drain', () => {
  const openapi = JSON.parse(readFileSync(path.join(ROOT, 'openapi.json'), 'utf8')) as { paths: object };
  const pod = podOf();
  const container = pod.containers[0]!;
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
    expect(Object.keys(openapi.paths)).toContain(container[probe]?.httpGet.path);
    expect(container.ports.map(({ name }) => name)).toContain(container[probe]?.httpGet.port);
  }
  const pauseS = Number(container.lifecycle.preStop.exec.command[1]);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(pauseS + DRAIN_MS / 1_000);
  const unit = read('reelgate.service');
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(DRAIN_MS / 1_000);
  expect(Number(/LimitNOFILE=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(2 * CONNECTIONS_MAX);
});

test('no deployment lets the secrets of a first start into a log', () => {
  expect(read('reelgate.service')).toMatch(/^ExecStart=.* serve --secrets-file \/var\/lib\/reelgate\//m);
  expect(read('Containerfile')).toMatch(/^CMD \["serve", "--secrets-file", "\/var\/lib\/reelgate\//m);
  expect(podOf().containers[0]!.args).toContain('--secrets-file');
});

test('load balancers close idle connections before the gateway does', () => {
  const nginx = /keepalive_timeout (\d+)s/.exec(read('nginx.conf'))?.[1];
  const haproxy = /timeout http-keep-alive (\d+)s/.exec(read('haproxy.cfg'))?.[1];
  const pooled = /pool-purge-delay (\d+)s/.exec(read('haproxy.cfg'))?.[1];
  for (const seconds of [nginx, haproxy, pooled]) expect(Number(seconds)).toBeLessThan(KEEP_ALIVE_S);
});

test('every command, variable and file that the guide and the files name exists', () => {
  const names = commands.map(({ name }) => name);
  const texts = [guide(), ...deployed().map(read)];
  const used = texts.flatMap((text) => [
    ...text.matchAll(/(?:npx reelgate|reelgate\.js",?) ([a-z]+(?: [a-z-]+)?)/g),
  ]);
  expect(used.length).toBeGreaterThan(5);
  for (const [, words] of used) {
    expect(
      names.some((name) => words === name || words!.startsWith(`${name} `) || words!.split(' ')[0] === name),
    ).toBe(true);
  }
  const variables = ['REELGATE_CONFIG', 'REELGATE_STORAGE', ...OVERRIDES.map(({ variable }) => variable)];
  const named = texts.flatMap((text) => text.match(/REELGATE_[A-Z]+/g) ?? []);
  expect([...new Set(named)].filter((name) => !variables.includes(name as never))).toEqual([]);
  for (const [, file] of guide().matchAll(/\]\(\.\.\/\.\.\/(deploy\/[\w.]+)\)/g))
    expect(readdirSync(DEPLOY)).toContain(path.basename(file!));
  const copied = [...read('Containerfile').matchAll(/^COPY (?!--)(.+) \.\/\S*$/gm)];
  expect(copied.length).toBeGreaterThan(1);
  for (const name of copied.flatMap(([, list]) => list!.split(' ')))
    expect(readdirSync(ROOT)).toContain(name);
});

const isInstalled = (program: string) => spawnSync(program, ['-v']).error === undefined;

test.skipIf(!isInstalled('nginx'))('nginx accepts its file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-nginx-'));
  const globals = `pid ${folder}/pid; error_log stderr;`;
  const args = ['-t', '-p', folder, '-c', path.join(DEPLOY, 'nginx.conf'), '-g', globals];
  const { status, stderr } = spawnSync('nginx', args, { encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  expect(stderr).toContain('test is successful');
  expect(status).toBe(0);
});

test.skipIf(!isInstalled('haproxy'))('HAProxy accepts its file', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', path.join(DEPLOY, 'haproxy.cfg')], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
});

/** Fewer than any system allows by default, so that HAProxy never fails to start for lack of them. */
const FEW_DESCRIPTORS = 1_000;

test.skipIf(!isInstalled('haproxy'))('HAProxy starts with few descriptors', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-haproxy-'));
  const [port, file] = [await freePort(), path.join(folder, 'haproxy.cfg')];
  writeFileSync(file, read('haproxy.cfg').replace('bind :8088', `bind 127.0.0.1:${port}`));
  const started = `ulimit -n ${FEW_DESCRIPTORS}; exec haproxy -f ${file}`;
  const child = spawn('sh', ['-c', started], { stdio: 'ignore' });
  const ended = once(child, 'exit').then(([code]) => `ended with ${code}`);
  try {
    // No node runs behind HAProxy, so any answer is HAProxy's own.
    const answered = async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null))?.status;
    await expect.poll(() => (child.exitCode === null ? answered() : ended)).toBe(503);
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
