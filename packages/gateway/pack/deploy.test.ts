// Starts what each production recipe describes, on an installed package, and opens console and portal.
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { startEmbeddedServer } from '../src/testing/postgres-server.ts';
import { startCacheServer } from './cache-server.ts';
import { imageSettings, placesIn } from './containerfile.ts';
import { PACKAGE } from './install.ts';
import { expectPaidCall, makePlaces, type Recipe, runRecipe } from './recipe.ts';

const ROOT = path.join(PACKAGE, '../..');
const { app, folder, image, imagePaths } = inject('installed');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

/** A place of its own for the data of a recipe. The package is where it was installed. */
function placesOf(name: string, installed: string): Recipe['here'] {
  const root = mkdtempSync(path.join(folder, `${name}-`));
  // Its user must get in.
  chmodSync(root, 0o755);
  const [own, shared] = [placesIn(root), placesIn(image)];
  const here = (text: string) =>
    text.replace(/\/opt\/reelgate|\/usr\/local\/bin|\/(?:etc|run|var|tmp)\/[\w./-]+/g, (found) =>
      found === '/opt/reelgate' ? installed : found === '/usr/local/bin' ? shared(found) : own(found),
    );
  makePlaces(here);
  return here;
}

/** A container of the image: only the variables of the image and these. */
function container(name: string, env: Record<string, string> = {}, args?: string[]): Recipe {
  const cwd = path.join(image, 'opt/reelgate');
  const { command, entrypoint, env: own } = imageSettings();
  const words = args === undefined ? command : [...entrypoint, ...args];
  // The image finds its Node on PATH.
  const started = words.map((word) => (word === 'node' ? '/usr/local/bin/node' : word));
  return { here: placesOf(name, cwd), cwd, command: started, env: { ...own, ...env } };
}

test('systemd: the unit runs the package with both pages', async () => {
  const unit = read('deploy/reelgate.service');
  const settings = [...unit.matchAll(/^Environment=(\w+)=(.+)$/gm)].map(([, key, value]) => [key!, value!]);
  const command = /^ExecStart=(.+)$/m.exec(unit)![1]!.split(' ');
  const here = placesOf('systemd', app);
  const example = path.join(app, 'node_modules/reelgate/reelgate.example.yaml');
  copyFileSync(example, here('/etc/reelgate/reelgate.yaml'));
  await runRecipe({ here, cwd: app, command, env: Object.fromEntries(settings) }, expectPaidCall);
});

test('the image: has every file of the package with both pages, one Node, and packages for every setting', () => {
  const installed = path.join(image, 'opt/reelgate/node_modules');
  const pages = [
    'dist/pages/console/index.html',
    'dist/pages/portal/index.html',
    'dist/pages/guides/prices.html',
  ];
  expect(imagePaths).toEqual(expect.arrayContaining([...pages, 'docs/guides/prices.md']));
  expect(imagePaths.filter((name) => !existsSync(path.join(installed, 'reelgate', name)))).toEqual([]);
  expect(existsSync(path.join(installed, 'node'))).toBe(false);
  const { peerDependencies } = JSON.parse(read('packages/gateway/package.json'));
  expect(Object.keys(peerDependencies).filter((name) => !existsSync(path.join(installed, name)))).toEqual([]);
  expect(['packed', 'root/.npm', 'tmp/peers'].filter((name) => existsSync(path.join(image, name)))).toEqual(
    [],
  );
});

test('the image: a container of it serves both pages and a paid call, and its health check says so', async () => {
  const { health } = imageSettings();
  const check = health.map((word) => (word === 'node' ? '/usr/local/bin/node' : word));
  await runRecipe(container('container'), async (running) => {
    await expectPaidCall(running);
    await running.exec(check);
    expect(await running.exec(['/opt/reelgate/node_modules/.bin/reelgate', 'ledger', 'verify'])).toContain(
      'clean',
    );
    // Nobody listens on the discard port.
    const wrong = ['/usr/bin/env', 'REELGATE_PUBLIC=0.0.0.0:9', ...check];
    await expect(running.exec(wrong)).rejects.toThrow('Command failed');
  });
});

test('Kubernetes: a pod runs the image on PostgreSQL with both pages', async () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one) => one.toJS());
  const [{ args, env }] = documents.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
  const pod = container('kubernetes', Object.fromEntries(env.map(pairOf)), args);
  writeFileSync(pod.here('/etc/reelgate/reelgate.yaml'), documents[0].data['reelgate.yaml']);
  const server = await startEmbeddedServer();
  try {
    makeSecret(pod.here('/run/secrets/storage'), server.url);
    const storage = { STORAGE_FILE: '/run/secrets/storage' };
    await runRecipe({ ...pod, env: { ...pod.env, ...storage } }, expectPaidCall);
  } finally {
    await server.stop();
  }
});

const pairOf = ({ name, value }: { name: string; value: string }) => [name, value];
/** As most editors and commands write it, with a line break at the end. */
const makeSecret = (file: string, text: string) => writeFileSync(file, `${text}\n`, { mode: 0o644 });

test('compose: its gateway serves both pages and a paid call, with its PostgreSQL and its Valkey', async () => {
  const { gateway, valkey } = parse(read('deploy/compose.yaml'), { merge: true }).services;
  const recipe = container('compose', gateway.environment);
  const { here } = recipe;
  makeSecret(here('/run/secrets/valkey'), 'c0ffee');
  const server = await startEmbeddedServer();
  const cache = await startCacheServer(valkey, here);
  try {
    const { password, host, pathname } = new URL(server.url);
    makeSecret(here('/run/secrets/postgres'), password);
    const settings = read('deploy/compose/reelgate.yaml')
      .replace('postgres:5432/reelgate', `${host}${pathname}`)
      .replace('valkey:6379', cache.host);
    writeFileSync(here('/etc/reelgate/reelgate.yaml'), settings);
    await runRecipe(recipe, async (running) => {
      await expectPaidCall(running);
      const reelgate = '/opt/reelgate/node_modules/.bin/reelgate';
      // A finding of `doctor`, such as that there is no backup yet, ends it with code 1.
      const found = await running
        .exec([reelgate, 'doctor', '--json'])
        .catch(({ stdout }) => stdout as string);
      expect(found).toMatch(new RegExp(`"check": "shared cache",\\s+"state": "${cache.state}"`));
      // A browser on this machine opens it, although the listener is on all addresses.
      expect(await running.exec([reelgate, 'console'])).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=/m);
      // As the guide makes it for Prometheus.
      const made = await running.exec([
        reelgate,
        'token',
        'create',
        'prometheus',
        '--role',
        'viewer',
        '--json',
      ]);
      const headers = { authorization: `Bearer ${JSON.parse(made).secret}` };
      const scraped = await (await fetch(`${running.adminUrl}/metrics`, { headers })).text();
      expect(scraped).toContain('reelgate_calls_total');
    });
  } finally {
    await cache.stop();
    await server.stop();
  }
});

test('the guide: every recipe uses the package, and every file that one names below /opt/reelgate is in it', () => {
  const guide = read('docs/guides/deploy.md');
  expect(guide).toMatch(/npm install \S*reelgate-\[0-9\]\*\.tgz && npx reelgate serve/);
  expect(guide).toMatch(/cd \/opt\/reelgate && npm install \S*\/reelgate-\[0-9\]\*\.tgz\n/);
  const texts = [guide, read('deploy/reelgate.service'), read('deploy/Containerfile')];
  const named = texts.flatMap((text) => text.match(/\/opt\/reelgate\/[\w./-]*\w/g) ?? []);
  const relative = guide.match(/(?<=cp )node_modules\/reelgate\/[\w./-]+/g)!;
  expect(relative.length).toBeGreaterThan(1);
  const files = [
    ...named.map((file) => file.replace('/opt/reelgate', app)),
    ...relative.map((file) => path.join(app, file)),
  ];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
