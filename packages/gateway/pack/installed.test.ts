// The package works without a clone: it is packed, installed by npm into an empty folder with the machine's own Node,
// and serves a paid search with `npx reelgate serve`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publint } from 'publint';
import { expect, inject, test } from 'vitest';
import { ownEnvironment, PACKAGE } from './install.ts';
import { announced, expectPage } from './recipe.ts';
import { readPinned } from './write-pinned-node.ts';

const ROOT = path.join(PACKAGE, '../..');
/**
 * 27 MB for everything else including the pages, and 17 MB for the agent protocol, whose packages contain their
 * sources and a second build.
 */
const BESIDE_NODE_BYTES_MAX = 44_000_000;

/** What the image installs: everything but Node, and 30 MB for the packages that some settings need, most of it Stripe's. */
const WITHOUT_NODE_BYTES_MAX = 80_000_000;

const { folder, clone, app, image, ...packed } = inject('installed');
const installed = path.join(app, 'node_modules/reelgate');
const env = { ...ownEnvironment(), REELGATE_PUBLIC: '127.0.0.1:0', REELGATE_ADMIN: '127.0.0.1:0' };

function output(command: string, args: string[], cwd = app): string {
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

interface PackageFile {
  version: string;
  optionalDependencies: Record<string, string>;
}

/** The package with Node for this machine. */
const NODE = readPinned()[`${process.platform}-${process.arch}`]!.package;

const packageFile = () => JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as PackageFile;

test('the package has code, types, data, the contract, guides and the licence, and neither tests nor secrets', () => {
  const below = (place: string) =>
    readdirSync(path.join(ROOT, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(ROOT, path.join(parentPath, name)));
  const samples = readdirSync(path.join(PACKAGE, 'src/library/sample'));
  expect(packed.paths).toEqual(
    expect.arrayContaining([
      ...['LICENSE', 'README.md', 'CHANGELOG.md', 'openapi.json', 'package.json', 'reelgate.example.yaml'],
      ...['bin/reelgate.js', 'dist/main.js', 'dist/main.d.ts', 'node_modules/reelgate-client/lib/index.js'],
      ...[...below('docs/guides'), ...below('docs/reference'), ...below('deploy')],
      ...samples.map((name) => `dist/library/sample/${name}`),
    ]),
  );
  const strays =
    /(?<!\.d)\.ts$|\.(test|contract|model|samples|simulation)\.|(^|\/)(testing|fixtures|samples\/|deploy\/secrets)|(^|\/)pack\//;
  expect(packed.paths.filter((name) => strays.test(name))).toEqual([]);
});

test('packing leaves nothing behind that git would see, and no compiled code', () => {
  const made = packed.paths.filter((name) => !/^(bin|package\.json|README\.md)/.test(name));
  expect(made.filter((name) => existsSync(path.join(clone, 'packages/gateway', name)))).toEqual([]);
});

test('publint reports nothing', async () => {
  const bytes = readFileSync(packed.file);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages } = await publint({ pack: { tarball }, strict: true });
  expect(messages).toEqual([]);
});

test('every link of the README that the package shows leads to a file in it', () => {
  const text = readFileSync(path.join(installed, 'README.md'), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!);
  expect(targets.length).toBeGreaterThan(5);
  expect(targets.filter((target) => !existsSync(path.join(installed, target)))).toEqual([]);
});

test("the package brings the pinned Node, and the command runs also when the machine's own starts it", () => {
  const { version, optionalDependencies } = packageFile();
  expect(output('node_modules/.bin/node', ['--version']).trim()).toBe(`v${optionalDependencies[NODE]}`);
  expect(output('node', ['node_modules/reelgate/bin/reelgate.js', '--version']).trim()).toBe(version);
});

test("an install without the pinned Node is small and runs on the machine's Node, which must be new enough", () => {
  // The image installs it so, with the packages that some settings need.
  const small = path.join(image, 'opt/reelgate');
  expect(existsSync(path.join(small, 'node_modules', NODE))).toBe(false);
  expect(bytesBelow(path.join(small, 'node_modules'))).toBeLessThan(WITHOUT_NODE_BYTES_MAX);
  const command = path.join(small, 'node_modules/reelgate/bin/reelgate.js');
  const newEnough = path.join(app, 'node_modules/.bin/node');
  expect(output(newEnough, [command, 'account', '--help'], small)).toContain('reelgate account');
  const [major] = output('node', ['-p', 'process.versions.node']).split('.');
  if (Number(major) >= 26) return;
  expect(() => output('node', [command, '--version'], small)).toThrow(/needs Node 26 or newer/);
});

function bytesBelow(place: string): number {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

test('an install takes little space besides Node itself', () => {
  const modules = path.join(app, 'node_modules');
  // The client package is installed by these tests beside the gateway, which contains its own.
  const apart = [NODE, 'reelgate-client'].map((name) => bytesBelow(path.join(modules, name)));
  expect(bytesBelow(modules) - apart[0]! - apart[1]!).toBeLessThan(BESIDE_NODE_BYTES_MAX);
});

test('npx reelgate serve sells a search from an empty folder, also to the client package, opens its pages, and stops on a signal', async () => {
  // A process group of its own, which gets the signal as from a terminal.
  const child = spawn('npx', ['reelgate', 'serve'], { cwd: app, env, detached: true });
  const ended = once(child, 'close');
  try {
    const { url, adminUrl, said } = await announced(child);
    const key = /key\s+(rgk_live_\w+)\n/.exec(said)![1]!;
    const search = `${url}/api/u1/v1/library/app/search_video_v2?keyword=cat`;
    const answer = await fetch(search, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { items: unknown[] }).items.length).toBeGreaterThan(0);
    const bought = output('npx', ['reelgate', 'search', 'library', 'cat', '--url', url, '--key', key]);
    expect(bought).toContain('Total charged: 0.012000 USD');
    const program = `import { Reelgate } from 'reelgate-client';
      const reelgate = new Reelgate({ apiKey: '${key}', baseUrl: '${url}' });
      const { items } = await reelgate.videos.search({ platform: 'library', keyword: 'cat' });
      console.log(items.length > 0);`;
    expect(output('node', ['--input-type=module', '-e', program])).toBe('true\n');
    await expectPage(`${url}/portal/`);
    await expectPage(`${adminUrl}/`);
    expect(output('npx', ['reelgate', 'ledger', 'verify'])).toContain('clean');
  } finally {
    process.kill(-child.pid!, 'SIGINT');
  }
  // Its output closes when the last process that holds it has ended. A node that drained removes its lock file.
  await ended;
  expect(readdirSync(path.join(app, 'data/reelgate.db.nodes'))).toEqual([]);
});

/** The settings that need a package, and the guide that says how to install it. */
const OPTIONAL = [
  { guide: 'payments', name: 'stripe', settings: 'payments: { stripe: { secret_key: "sk_test_1" } }' },
  { guide: 'several-nodes', name: 'iovalkey', settings: 'cache: { url: "redis://127.0.0.1:9" }' },
  {
    ...{ guide: 'observe', name: '@opentelemetry/exporter-trace-otlp-http' },
    settings: 'observe: { otlp: "http://127.0.0.1:9" }',
  },
];

/** As the guide writes it: `npm install NAME@VERSION`. */
function lineOf(guide: string, name: string): string[] {
  const text = readFileSync(path.join(ROOT, `docs/guides/${guide}.md`), 'utf8');
  const found = [...text.matchAll(/npm (install [\w@/.-]+)/g)].map(([, line]) => line!.split(' '));
  return found.find(([, wanted]) => wanted!.startsWith(name))!;
}

test.each(OPTIONAL)(
  'config check names $name where it is missing, and passes when it was installed by the line of the guide',
  ({ guide, name, settings }) => {
    const file = path.join(folder, `${guide}.yaml`);
    writeFileSync(file, `${settings}\n`);
    // Recipes run the installed package meanwhile.
    const own = path.join(folder, `with-${guide}`);
    execFileSync('cp', ['-al', app, own]);
    const check = () => output('npx', ['reelgate', 'config', 'check', file], own);
    expect(check).toThrow(`npm install ${name}@`);
    output('npm', [...lineOf(guide, name), '--no-audit', '--no-fund', '--prefer-offline'], own);
    expect(check()).toContain('ok');
  },
);

test('the upgrade guide names the same line for each', () => {
  const text = readFileSync(path.join(ROOT, 'docs/guides/upgrade.md'), 'utf8');
  for (const { guide, name } of OPTIONAL) expect(text).toContain(`npm ${lineOf(guide, name).join(' ')}`);
});
