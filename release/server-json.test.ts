// The description for the registry of MCP servers: current, within the rules of its schema, and true of the package.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { ROOT } from './lockfiles.ts';
import { publishedManifest } from './pack.ts';
import { mcpName, serverJson, serverJsonMistakes } from './server-json.ts';
import { versionOf } from './version.ts';

const REPOSITORY = 'https://github.com/acme/reelgate-fork';

interface Input {
  name: string;
  isRequired?: boolean;
  isSecret?: boolean;
}
interface Described {
  name: string;
  title: string;
  description: string;
  version: string;
  packages: {
    identifier: string;
    version: string;
    registryType: string;
    transport: object;
    packageArguments: { type: string; value: string }[];
    environmentVariables: Input[];
  }[];
  remotes: {
    type: string;
    url: string;
    variables: object;
    headers: (Input & { value: string; variables: object })[];
  }[];
}

const described = (repository: string | null = null) => serverJson(repository) as Described;
const manifest = JSON.parse(readFileSync(path.join(ROOT, 'packages/gateway/package.json'), 'utf8'));

test('the file in the tree is current', () => {
  expect(serverJsonMistakes()).toEqual([]);
});

test('it keeps the rules of the schema', () => {
  for (const { name, title, description, version } of [described(), described(REPOSITORY)]) {
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(name.length).toBeLessThanOrEqual(200);
    expect(title.length).toBeLessThanOrEqual(100);
    expect(description.length).toBeLessThanOrEqual(100);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  }
  const [remote] = described().remotes;
  expect(remote!.url).toMatch(/^https?:\/\/[^\s]+$/);
  const used = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(used(remote!.url)).toEqual(Object.keys(remote!.variables));
  for (const { value, variables } of remote!.headers) expect(used(value)).toEqual(Object.keys(variables));
});

test.each([
  [REPOSITORY, 'io.github.acme/reelgate'],
  ['https://git.example.org/acme/reelgate', null],
  [null, null],
])('the name of %s is %s, and the package says the same', (repository, name) => {
  expect(mcpName(repository)).toBe(name);
  const published = publishedManifest(manifest, 'packages/gateway', repository) as { mcpName?: string };
  expect(published.mcpName ?? null).toBe(name);
  const client = { name: 'reelgate-client', version: '0.0.0' };
  expect(publishedManifest(client, 'packages/client', repository)).not.toHaveProperty('mcpName');
  if (name !== null) expect(described(repository).name).toBe(name);
});

test('package, version and name are those of the gateway', () => {
  const [only] = described().packages;
  expect(only).toMatchObject({ registryType: 'npm', identifier: manifest.name, version: manifest.version });
  expect(described().version).toBe(versionOf());
});

test('the package, started as described, serves the protocol over standard input and output', async () => {
  const [{ packageArguments, environmentVariables }] = described().packages as [Described['packages'][0]];
  const values: Record<string, string> = { REELGATE_URL: 'http://127.0.0.1:9', REELGATE_KEY: 'rgk_live_x' };
  const env = Object.fromEntries(environmentVariables.map(({ name }) => [name, values[name]!]));
  const bin = path.join(ROOT, 'packages/gateway', manifest.bin.reelgate);
  const child = spawn(process.execPath, [bin, ...packageArguments.map(({ value }) => value)], {
    env: { PATH: process.env.PATH!, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  expect(JSON.parse(line).result.serverInfo).toMatchObject({ name: 'reelgate', version: versionOf() });
  child.stdin.end();
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('a key is marked as a secret wherever it is asked for', () => {
  const [{ environmentVariables }] = described().packages as [Described['packages'][0]];
  expect(environmentVariables.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual([
    'REELGATE_KEY',
  ]);
  expect(described().remotes[0]!.headers.map(({ name, isSecret }) => [name, isSecret])).toEqual([
    ['Authorization', true],
  ]);
});
