// What is judged and written about packed files, without packing: `npm run release -- --dry-run` packs, in CI.
import { expect, test } from 'vitest';
import { contentMistakes } from './contents.ts';
import { engineMistakes } from './engines.ts';
import { publishedManifest } from './pack.ts';
import { bundledParts, installedParts, sbomOf } from './sbom.ts';
import { readText } from './version.ts';

const FILES = ['LICENSE', 'README.md', 'lib/index.js', 'lib/index.d.ts'];
const files = (paths: readonly string[], text = '') =>
  new Map(paths.map((name) => [name, Buffer.from(text)]));
const words = { hosts: ['packages.example'], folder: '/home/me/reelgate' };

test('a package that lacks a file, or has one too many, is named', () => {
  expect(contentMistakes('reelgate-client', files(FILES), words)).toEqual([]);
  expect(contentMistakes('reelgate-client', files(FILES.slice(1)), words)).toEqual([
    expect.stringContaining('LICENSE'),
  ]);
  const strays = ['../outside.js', 'src/index.ts', '.npmrc', 'lib/index.test.js'];
  expect(contentMistakes('reelgate-client', files([...FILES, ...strays]), words)).toHaveLength(strays.length);
});

test('a package that names the registry or a folder of the machine is refused', () => {
  const named = contentMistakes(
    'reelgate-client',
    files(FILES, 'from https://packages.example/x.tgz'),
    words,
  );
  expect(named).toHaveLength(FILES.length);
  const built = contentMistakes('reelgate-client', files(FILES, 'file:///home/me/reelgate/x.ts'), words);
  expect(built).toEqual(['lib/index.js', 'lib/index.d.ts'].map((name) => expect.stringContaining(name)));
});

test('a gateway without the licences of what its bundles contain is refused', () => {
  const mistakes = contentMistakes('reelgate', files([]), words).join('\n');
  expect(mistakes.match(/licences/g)).toHaveLength(3);
});

test('the packed manifest has the address of the repository, and no scripts', () => {
  const manifest = { name: 'reelgate', version: '1.2.3', scripts: { prepack: 'x' } };
  expect(publishedManifest(manifest, 'packages/gateway', null)).toEqual({
    name: 'reelgate',
    version: '1.2.3',
  });
  expect(publishedManifest(manifest, 'packages/gateway', 'https://code.example/a/b')).toEqual({
    ...{ name: 'reelgate', version: '1.2.3' },
    homepage: 'https://code.example/a/b#readme',
    bugs: { url: 'https://code.example/a/b/issues' },
    repository: { type: 'git', url: 'git+https://code.example/a/b.git', directory: 'packages/gateway' },
  });
});

test('the packages claim what the tests run them on', () => {
  expect(engineMistakes()).toEqual([]);
  const older = (file: string) =>
    file === 'packages/client/package.json'
      ? '{"engines":{"node":">=18"}}'
      : readText(file).replace('requires-python = ">=3.11"', 'requires-python = ">=3.10"');
  expect(engineMistakes(older)).toEqual([
    expect.stringContaining('claims Node 18.0.0'),
    expect.stringContaining('claims Python 3.10'),
  ]);
});

test('the list of parts has everything that is installed, and everything that is bundled', () => {
  const { packages } = JSON.parse(readText('package-lock.json'));
  const parts = installedParts(packages, 'packages/gateway');
  const direct = Object.keys(packages['packages/gateway'].dependencies);
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining([...direct, 'pg-protocol']));
  expect(
    parts.filter(({ integrity, name }) => integrity === undefined && name !== 'reelgate-client'),
  ).toEqual([]);
  const licences = 'This program contains …\n\n@scope/one 1.2.3 (MIT)\n\nA text (of 2026).\n';
  const locked = { 'node_modules/@scope/one': { version: '1.2.3', integrity: 'sha512-q80=' } };
  expect(bundledParts(locked, licences)).toEqual([
    { name: '@scope/one', version: '1.2.3', license: 'MIT', integrity: 'sha512-q80=' },
  ]);
});

test('the list of parts is the same for the same parts, and names each once', () => {
  const part = { name: '@scope/one', version: '1.2.3', license: 'MIT', integrity: 'sha512-q80=' };
  const sbom = JSON.parse(sbomOf('0.2.0', [{ ...part, integrity: undefined }, part]));
  expect(sbom.components).toEqual([
    {
      ...{ type: 'library', 'bom-ref': '@scope/one@1.2.3', name: '@scope/one', version: '1.2.3' },
      purl: 'pkg:npm/%40scope/one@1.2.3',
      hashes: [{ alg: 'SHA-512', content: 'abcd' }],
      licenses: [{ expression: 'MIT' }],
    },
  ]);
  expect(sbom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(sbomOf('0.2.0', [part])).toBe(sbomOf('0.2.0', [part, part]));
});
