// What `serve`, `config check` and `doctor` find missing before anything is opened.
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '../observe/log.ts';
import { StartRefused } from '../process/start-refused.ts';
import { startTestGateway, testConfig } from '../testing/test-gateway.ts';
import { assembleGateway } from './assemble.ts';
import { systemPorts } from './core.ts';
import { openParts, readLogo } from './parts.ts';
import { rehearseStart } from './rehearsal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SERVICE =
  'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }\n' +
  'platforms: { library: [library] }\nproviders: { library: { connector: library } }\n';
const configOf = (settings: string) => testConfig(folder, `${SERVICE}${settings}\n`);

/** Until it is taken back, this package is found no more. */
function hide(name: string): () => void {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== name) return next(specifier, context);
      throw Object.assign(new Error(`Cannot find package '${name}'`), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
  return () => hooks.deregister();
}

test.each([
  ['stripe', 'payments: { stripe: { secret_key: "sk_test_1" } }', 'npm install stripe@23'],
  ['iovalkey', 'cache: { url: "redis://127.0.0.1:9" }', 'npm install iovalkey@0.4'],
  [
    '@opentelemetry/exporter-trace-otlp-http',
    'observe: { otlp: "http://127.0.0.1:9" }',
    'npm install @opentelemetry/exporter-trace-otlp-http@0.301',
  ],
])(
  'without the package %s a start is refused, and so is its rehearsal; no ledger is opened',
  async (name, settings, line) => {
    const show = hide(name);
    const config = configOf(settings);
    await expect(openParts(config, systemPorts)).rejects.toThrow(StartRefused);
    let opened = 0;
    const openStorage = () => {
      opened++;
      return Promise.reject(new Error('opened'));
    };
    await expect(assembleGateway(config, { log: silentLog, openStorage })).rejects.toThrow(line);
    expect(opened).toBe(0);
    show();
  },
);

test('a logo that is not there is missed too, and a start with nothing missing is not refused', async () => {
  const logo = SERVICE.replace('service: {', 'service: { logo: "no.png",');
  await expect(openParts(testConfig(folder, logo), systemPorts)).rejects.toThrow(
    'service.logo cannot be read',
  );
  expect(await openParts(configOf(''), systemPorts)).toMatchObject({ logo: null, payments: null });
});

const at = (publicAddress: string, adminAddress: string) =>
  testConfig(folder, SERVICE.replace('127.0.0.1:0', publicAddress).replace('127.0.0.1:0', adminAddress));

test('a rehearsal finds an address that another program has, and one that is not of this machine', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const taken = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  // Nobody reaches it: it is kept for documents.
  const foreign = '192.0.2.1:1';
  const free = '127.0.0.1:0';
  for (const [first, second] of [
    [taken, free],
    [free, taken],
  ] as const)
    await expect(rehearseStart(at(first, second))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  for (const [first, second] of [
    [foreign, free],
    [free, foreign],
    ['[2001:db8::1]:1', free],
  ] as const)
    await expect(rehearseStart(at(first, second))).rejects.toMatchObject({ syscall: 'listen' });
  other.close();
});

test('an address that a running gateway has is named, that of operators too; the other one is tried all the same', async () => {
  const gateway = await startTestGateway();
  const served = new URL(gateway.url).host;
  const admin = new URL(gateway.adminUrl).host;
  const both = { served: [`http://${served}`, `http://${admin}`] };
  expect(await rehearseStart(at(served, admin))).toEqual(both);
  expect(await rehearseStart(at(served, '127.0.0.1:0'))).toEqual({ served: [`http://${served}`] });
  await expect(rehearseStart(at(served, '192.0.2.1:1'))).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  await gateway.close();
});

test('a rehearsal tries the data folder and leaves none', async () => {
  const config = { ...configOf(''), dataDir: path.join(folder, 'new', 'data') };
  expect(await rehearseStart(config)).toEqual({ served: [] });
  expect(existsSync(path.join(folder, 'new'))).toBe(false);
  writeFileSync(path.join(folder, 'new'), '');
  await expect(rehearseStart(config)).rejects.toMatchObject({ code: 'ENOTDIR' });
});

// A logo is a small picture, or the start is refused with the reason.

function written(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

test('a logo is read with the ending of its name, and no setting gives no logo', () => {
  expect(readLogo(null)).toBeNull();
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  expect(readLogo(written('a.png', png))).toEqual({ bytes: new Uint8Array(png), ending: 'png' });
  expect(readLogo(written('a.svg', '<?xml version="1.0"?><svg/>'))?.ending).toBe('svg');
});

test.each([
  ['is missing', () => path.join(folder, 'none.png')],
  ['is a folder', () => folder],
  ['is too large', () => written('b.svg', `<svg>${' '.repeat(256 * 1024)}</svg>`)],
  ['is another thing', () => written('c.png', '<html>')],
  ['is empty', () => written('d.webp', '')],
])('a logo that %s refuses the start', (_, file) => {
  expect(() => readLogo(file())).toThrow(StartRefused);
});
