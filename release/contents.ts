// The checks on what was packed: everything is there that users need or licences ask for, and nothing of the machine that packed it.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { npm } from '../packages/gateway/pack/install.ts';
import { ROOT } from './lockfiles.ts';
import { unpack } from './pack.ts';

/** The files of a package by their paths. */
export type Files = ReadonlyMap<string, Buffer>;

/** Patterns that some file must match, by the name of the package. */
const REQUIRED: Record<string, readonly RegExp[]> = {
  'reelgate-client': [/^LICENSE$/, /^README\.md$/, /^lib\/index\.js$/, /^lib\/index\.d\.ts$/],
  reelgate: [
    ...[/^LICENSE$/, /^README\.md$/, /^CHANGELOG\.md$/, /^openapi\.json$/, /^reelgate\.example\.yaml$/],
    ...[/^bin\/reelgate\.js$/, /^dist\/main\.js$/, /^dist\/main\.d\.ts$/, /^docs\/guides\/upgrade\.md$/],
    ...[/^deploy\/Containerfile$/, /^node_modules\/reelgate-client\/lib\/index\.js$/],
    ...[
      /^dist\/pages\/console\/index\.html$/,
      /^dist\/pages\/portal\/index\.html$/,
      /^dist\/pages\/guides\/./,
    ],
    // Licences of what others wrote and the bundles contain.
    ...[/^dist\/licences-\w+\.txt$/, /^dist\/pages\/assets-console\/licences-\w+\.txt$/],
    /^dist\/pages\/assets-portal\/licences-\w+\.txt$/,
  ],
  wheel: [
    /^reelgate\/__init__\.py$/,
    /^reelgate\/py\.typed$/,
    /\.dist-info\/METADATA$/,
    /\.dist-info\/licenses\/LICENSE$/,
  ],
};

/** Written by the compiler or the bundler: the only files that could name a folder of the machine. */
const MADE = /\.(js|d\.ts|html|css|map|py)$/;
/** Sources, tests and settings of tools do not belong into a package. */
const STRAY = /(?<!\.d)\.ts$|\.test\.|(^|\/)(testing|fixtures)\/|(^|\/)\.(env|npmrc|git)|\.(pem|key|pyc)$/;

/** `words` are hosts and folders of the machine that packs. */
export function contentMistakes(name: string, files: Files, words: Words): string[] {
  const paths = [...files.keys()];
  const missing = REQUIRED[name]!.filter((pattern) => !paths.some((one) => pattern.test(one)));
  const outside = paths.filter((one) => path.isAbsolute(one) || one.split('/').includes('..'));
  const found = (word: string, among: string[]) => among.filter((one) => files.get(one)!.includes(word));
  return [
    ...missing.map((pattern) => `no file matches ${pattern.source}`),
    ...outside.map((one) => `${one} is outside of the package`),
    ...paths.filter((one) => STRAY.test(one)).map((one) => `${one} does not belong into the package`),
    ...words.hosts
      .flatMap((word) => found(word, paths))
      .map((one) => `${one} names the registry of this machine`),
    ...found(
      words.folder,
      paths.filter((one) => MADE.test(one)),
    ).map((one) => `${one} names a folder of this machine`),
  ];
}

interface Words {
  hosts: readonly string[];
  folder: string;
}

/** The registries that this machine is set to. They are in no file of ours, also not in this one. */
export function wordsOfThisMachine(): Words {
  const addresses = [npm(['config', 'get', 'registry'], ROOT), process.env.PIP_INDEX_URL ?? ''];
  const hosts = addresses.flatMap((one) => URL.parse(one.trim())?.hostname ?? []);
  return { hosts: hosts.filter((host) => !/^(localhost|127\.)/.test(host)), folder: ROOT };
}

export async function publintMistakes(tarball: string): Promise<string[]> {
  const bytes = readFileSync(tarball);
  const pack = { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) };
  const { messages, pkg = {} } = await publint({ pack, strict: true });
  return messages.map((message) => formatMessage(message, pkg) ?? message.code);
}

/** Reads a tarball of npm or a wheel. */
export function filesOf(file: string): Files {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-release-'));
  try {
    const isWheel = file.endsWith('.whl');
    if (isWheel) execFileSync('python3', ['-m', 'zipfile', '-e', file, folder]);
    else unpack(file, folder);
    const root = isWheel ? folder : path.join(folder, 'package');
    const paths = globSync('**/*', { cwd: root }).filter((one) => statSync(path.join(root, one)).isFile());
    return new Map(paths.map((one) => [one.replaceAll('\\', '/'), readFileSync(path.join(root, one))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
