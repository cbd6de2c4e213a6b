// What `serve`, `config check` and `doctor` find missing before anything is opened.
import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '../observe/log.ts';
import { StartRefused } from '../process/start-refused.ts';
import { testConfig } from '../testing/test-gateway.ts';
import { assembleGateway } from './assemble.ts';
import { systemPorts } from './core.ts';
import { openParts } from './parts.ts';

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
