// Tests the published package: small, without dependencies, ESM only, and usable from its tarball alone.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { publint } from 'publint';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatherInto } from './gather.ts';

/** The limit for the whole entry, minified and compressed with brotli. */
const ENTRY_BYTES_MAX = 7_900;
const PACKAGE = path.join(import.meta.dirname, '..');
const COMPILER = path.join(PACKAGE, '../../node_modules/typescript/bin/tsc');

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-client-'));
const gathered = path.join(folder, 'gathered');
const app = path.join(folder, 'app');
const packed = { file: '', paths: [] as string[] };

function npm(args: string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(() => {
  gatherInto(gathered);
  // The package is already gathered, and the prepack script would not find the repository from here.
  const said = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], gathered);
  const [{ filename, files }] = JSON.parse(said.slice(said.search(/^\[/m)));
  packed.file = path.join(folder, filename);
  packed.paths = files.map((file: { path: string }) => file.path);
  mkdirSync(app);
  writeFileSync(path.join(app, 'package.json'), '{ "name": "app", "private": true, "type": "module" }');
  // Offline, because the package has no dependencies to download.
  npm(['install', '--offline', '--no-audit', '--no-fund', packed.file], app);
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package has compiled code, types, the licence and nothing else', () => {
  const strays = packed.paths.filter((name) => !/^lib\/[a-z-]+\.(js|d\.ts)$/.test(name));
  expect(strays.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
});

test('it has no dependencies, no side effects and one way in', () => {
  const manifest = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  expect(manifest).toMatchObject({ type: 'module', sideEffects: false, engines: { node: '>=20.19' } });
  expect(Object.keys(manifest.exports)).toEqual(['.', './package.json']);
});

test('publint finds nothing to say', async () => {
  const bytes = readFileSync(packed.file);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages } = await publint({ pack: { tarball }, strict: true });
  expect(messages).toEqual([]);
});

test(`the whole entry is at most ${ENTRY_BYTES_MAX} bytes, minified and compressed`, async () => {
  const bundle = await rolldown({ input: path.join(gathered, 'lib/index.js') });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  expect(output).toHaveLength(1);
  expect(brotliCompressSync(output[0].code).length).toBeLessThanOrEqual(ENTRY_BYTES_MAX);
});

const USE = `import { isReelgateError, Reelgate, type Video } from 'reelgate-client';
const reelgate = new Reelgate({ apiKey: 'k', baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
const title = ({ title }: Video): string | null => title;
try {
  for await (const video of reelgate.videos.search({ platform: 'library', keyword: 'x' })) title(video);
} catch (error) {
  if (isReelgateError(error)) console.log(error.code);
}
`;

/** The example of the README, with the declaration that it needs to compile. */
function readmeExample(): string {
  const text = readFileSync(path.join(app, 'node_modules/reelgate-client/README.md'), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(text)![1];
  return `declare const process: { env: Record<string, string | undefined> };\n${code}`;
}

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])(
  'an app that installs the tarball compiles with %s and %s, as does the example of its README',
  (module, resolution) => {
    writeFileSync(path.join(app, 'use.ts'), USE);
    writeFileSync(path.join(app, 'readme.ts'), readmeExample());
    const how = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022'];
    const checks = [...how, '--lib', 'es2022,dom', '--strict', '--types', ''];
    execFileSync(process.execPath, [COMPILER, ...checks, 'use.ts', 'readme.ts'], { cwd: app, stdio: 'pipe' });
    expect(execFileSync(process.execPath, ['use.js'], { cwd: app, encoding: 'utf8' })).toBe('CONNECTION\n');
  },
);
