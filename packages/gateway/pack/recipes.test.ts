// Starts what each production recipe describes, on an installed package, and opens console and portal. Paths of the
// recipes are in a temporary folder and ports are unused ones; everything else is as the recipe says.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { startEmbeddedServer } from '../src/testing/postgres-server.ts';
import { announced } from './announced.ts';
import { expectPage } from './expect-page.ts';
import { PACKAGE, pack } from './install.ts';
import { ownEnvironment } from './own-environment.ts';

const ROOT = path.join(PACKAGE, '../..');
const { app, paths } = inject('installed');
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-recipes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
/** Takes half a minute on an idle machine: the compiler and the build of the pages. */
const PACK_MS = 600_000;
const FREE_PORTS = { REELGATE_PUBLIC: '127.0.0.1:0', REELGATE_ADMIN: '127.0.0.1:0' };

interface Recipe {
  command: string[];
  env: Record<string, string>;
}

/** A text of a recipe with its paths replaced by those of this test. */
function here(text: string, name: string): string {
  return text
    .replaceAll('/opt/reelgate', app)
    .replaceAll('/etc/reelgate', path.join(folder, name, 'etc'))
    .replaceAll('/var/lib/reelgate', path.join(folder, name, 'var'));
}

function makePlaces(name: string): void {
  for (const place of ['etc', 'var']) mkdirSync(path.join(folder, name, place), { recursive: true });
}

async function opensBothPages(name: string, { command, env }: Recipe): Promise<void> {
  const [program, ...args] = command.map((word) => here(word, name));
  const own = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, here(value, name)]));
  const child = spawn(program!, args, { cwd: app, env: { ...ownEnvironment(), ...own, ...FREE_PORTS } });
  const ended = once(child, 'close');
  try {
    const { url, adminUrl, said } = await announced(child);
    expect(said).not.toContain('not built');
    await expectPage(`${url}/portal/`);
    await expectPage(`${adminUrl}/`);
    expect(existsSync(path.join(folder, name, 'var/first-start.env'))).toBe(true);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
}

const container = () => read('deploy/Containerfile');
const listOf = (word: string): string[] =>
  JSON.parse(new RegExp(`^${word} (\\[.*\\])$`, 'm').exec(container())![1]!);

test('systemd: the unit runs the package with both pages', async () => {
  makePlaces('systemd');
  const unit = read('deploy/reelgate.service');
  const settings = [...unit.matchAll(/^Environment=(\w+)=(.+)$/gm)].map(([, key, value]) => [key!, value!]);
  const example = path.join(app, 'node_modules/reelgate/reelgate.example.yaml');
  copyFileSync(example, path.join(folder, 'systemd/etc/reelgate.yaml'));
  const command = /^ExecStart=(.+)$/m.exec(unit)![1]!.split(' ');
  await opensBothPages('systemd', { command, env: Object.fromEntries(settings) });
});

test('container: its command runs the package with both pages', async () => {
  makePlaces('container');
  const lines = /^ENV ((?:.+\\\n)*.+)$/m.exec(container())![1]!;
  const env = Object.fromEntries([...lines.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key!, value!]));
  await opensBothPages('container', { command: [...listOf('ENTRYPOINT'), ...listOf('CMD')], env });
});

test(
  'container: what its first stage copies is enough to make the same package, pages included',
  () => {
    const clone = mkdtempSync(path.join(folder, 'stage-'));
    const [stage] = container()
      .split(/^FROM .*$/m)
      .slice(1);
    for (const [, list, to] of stage!.matchAll(/^COPY (.+) (\.\/\S*)$/gm))
      for (const name of list!.split(' ')) {
        const target = path.join(clone, to === './' ? name : to!);
        const isOurs = (file: string) => !/node_modules|\/dist(\/|$)/.test(path.relative(ROOT, file));
        cpSync(path.join(ROOT, name), target, { recursive: true, filter: isOurs });
      }
    // As `npm ci` would install them, with the pages that its "prepare" builds.
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'));
    execFileSync(process.execPath, [path.join(clone, 'packages/console/build.ts')], {
      cwd: clone,
      stdio: 'pipe',
    });
    const packed = pack(path.join(clone, 'packages/gateway'), folder);
    const unhashed = (list: string[]) => list.filter((name) => !name.startsWith('dist/pages/assets-')).sort();
    expect(unhashed(packed.paths)).toEqual(unhashed(paths));
    expect(packed.paths).toEqual(
      expect.arrayContaining([
        'dist/pages/console/index.html',
        'dist/pages/portal/index.html',
        'dist/pages/guides/prices.html',
        'docs/guides/prices.md',
      ]),
    );
  },
  PACK_MS,
);

test('Kubernetes: a pod runs the package on PostgreSQL with both pages', async () => {
  makePlaces('kubernetes');
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one) => one.toJS());
  const [{ data }] = documents;
  writeFileSync(path.join(folder, 'kubernetes/etc/reelgate.yaml'), here(data['reelgate.yaml'], 'kubernetes'));
  const [{ args }] = documents.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
  const server = await startEmbeddedServer();
  try {
    const env = { REELGATE_STORAGE: server.url };
    await opensBothPages('kubernetes', { command: [...listOf('ENTRYPOINT'), ...args], env });
  } finally {
    await server.stop();
  }
});

test('the guide: its first line and its unit install the package, and every file that a recipe names below /opt/reelgate is in it', () => {
  const guide = read('docs/guides/deploy.md');
  expect(guide).toMatch(/npm install \.\/reelgate-[\d.]+\.tgz && npx reelgate serve/);
  expect(guide).toMatch(/cd \/opt\/reelgate && npm install …\/reelgate-[\d.]+\.tgz\n/);
  const texts = [guide, read('deploy/reelgate.service'), container()];
  // Without the builder of the pages a clone has no pages.
  for (const text of texts) expect(text).not.toContain('--omit=dev');
  const named = texts.flatMap((text) => text.match(/\/opt\/reelgate\/[\w./-]*\w/g) ?? []);
  const relative = guide.match(/(?<=cp )node_modules\/reelgate\/[\w./-]+/g)!;
  expect(relative.length).toBeGreaterThan(1);
  const files = [
    ...named.map((file) => here(file, 'guide')),
    ...relative.map((file) => path.join(app, file)),
  ];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
