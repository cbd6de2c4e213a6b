// Keeps the files under deploy/ true: what they name exists, their durations fit the gateway's own, and the programs that read
// them accept them, where they are installed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  automountServiceAccountToken: boolean;
  securityContext: object;
  volumes: { name: string }[];
  containers: {
    args: string[];
    env: { name: string; value: string }[];
    lifecycle: { preStop: { exec: { command: string[] } } };
    ports: { name: string; containerPort: number }[];
    resources: object;
    securityContext: object;
    volumeMounts: { name: string; mountPath: string }[];
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
    'NetworkPolicy reelgate',
  ]);
});

test('the configuration for Kubernetes is accepted by the gateway, with the secret that the file says how to make', () => {
  const [{ data }] = kubernetes();
  const { env, volumeMounts } = podOf().containers[0]!;
  const given = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const url = 'postgres://USER:PASSWORD@HOST/DATABASE';
  expect(read('kubernetes.yaml')).toContain(`create secret generic reelgate --from-literal=storage=${url}`);
  const mounted = volumeMounts.find(({ name }) => name === 'secrets')!.mountPath;
  const files: Record<string, string> = {
    [given.REELGATE_CONFIG!]: data['reelgate.yaml'],
    [`${mounted}/storage`]: url,
  };
  const config = loadConfig({
    file: null,
    connectors: connectors.map(connectorNeeds),
    env: given,
    readFile: (file) => files[file]!,
  });
  if (isConfigError(config)) throw new Error(config.message);
  expect(config.storage).toEqual({ kind: 'postgres', url });
  expect(config.service.admin.port).toBe(8081);
});

test('what the documents for Kubernetes name in each other is there: labels, ports, volumes', () => {
  const named = (kind: string) => kubernetes().find((one) => one.kind === kind);
  const { template, selector, replicas } = named('Deployment').spec;
  const { labels } = template.metadata;
  expect(selector.matchLabels).toEqual(labels);
  expect(named('Service').spec.selector).toEqual(labels);
  expect(named('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  expect(named('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
  // A budget of every node would stop all work on the machines.
  expect(named('PodDisruptionBudget').spec.minAvailable).toBeLessThan(replicas);
  const pod = podOf();
  const [{ ports, volumeMounts }] = pod.containers as [Pod['containers'][0]];
  const numbers = Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]));
  expect(numbers).toEqual({ public: 8080, admin: 8081 });
  expect(named('Service').spec.ports.map((one: { targetPort: string }) => one.targetPort)).toEqual([
    'public',
  ]);
  const [open, guarded] = named('NetworkPolicy').spec.ingress;
  expect([open, guarded.ports]).toEqual([{ ports: [{ port: 'public' }] }, [{ port: 'admin' }]]);
  expect(guarded.from).toHaveLength(1);
  const volumes = pod.volumes.map(({ name }) => name);
  expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort());
});

test('a pod has no more rights than it needs', () => {
  const pod = podOf();
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  expect(pod.containers[0]!.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(pod.containers[0]!.resources).toMatchObject({ limits: { memory: expect.any(String) } });
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
  for (const [file] of guide().matchAll(/\bdeploy\/(?!secrets)\w[\w./-]*\w/g))
    expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true]);
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
  // A gateway may run on this machine, at the address of a node in the file.
  const [one, two] = [await freePort(), await freePort()];
  const settings = read('haproxy.cfg').replace('bind :8088', `bind 127.0.0.1:${port}`);
  writeFileSync(
    file,
    settings.replace('127.0.0.1:8080', `127.0.0.1:${one}`).replace('127.0.0.1:8090', `127.0.0.1:${two}`),
  );
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
