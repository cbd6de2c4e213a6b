// Loads the configuration. This is the only file that reads the environment and reelgate.yaml; both become one frozen
// Config. A faulty file gives one sentence for the operator and no Config at all. The sentence never shows a secret.

import { closeSync, openSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { KB } from '../domain/limits.ts';
import { DOCUMENT_BYTES_MAX } from '../mounts/document.ts';
import { buildConfig } from './build.ts';
import { checkSettings } from './check.ts';
import type { Config } from './config-types.ts';
import { emptyTree, hasValueAt, type Located, readYamlDocument } from './document.ts';
import { givenSettings } from './given.ts';
import { readMounts } from './mounts.ts';
import { type ConfigProblem, inFileOrder } from './problem.ts';
import type { ConnectorNeeds } from './provider-needs.ts';
import { checkRules } from './rules.ts';
import { OVERRIDES } from './schema.ts';
import { withShowcase } from './showcase.ts';
import { type Environment, VARIABLE_BYTES_MAX, variablesOf } from './variables.ts';

export { readStorageSetting, storageAddress } from './build.ts';
export type {
  CacheConfig,
  CacheRouteConfig,
  Config,
  ProviderConfig,
  StorageConfig,
} from './config-types.ts';
export { type ConfigDiff, diffConfig } from './diff.ts';
export type { ListenAddress } from './forms.ts';
export { PASSWORD_HINT } from './forms.ts';
export type { ConfigProblem } from './problem.ts';
export type { ConnectorNeeds } from './provider-needs.ts';
export { configJsonSchema, renderConfigReference } from './reference.ts';

export interface ConfigError {
  kind: 'config_error';
  /** The path as the operator gave it; null when the fault is not in a file. */
  file: string | null;
  line: number | null;
  /** What is printed: one line per mistake, each with file, line and column where they are known. */
  message: string;
  /** Every mistake, in the sequence of the file. */
  problems: readonly ConfigProblem[];
}

export interface LoadOptions {
  /** From the command line; null looks at REELGATE_CONFIG, then at ./reelgate.yaml. */
  file: string | null;
  /** A connector given only by name makes no demands on its providers. */
  connectors: readonly (string | ConnectorNeeds)[];
  env?: Environment;
  /** Throws the errors of `node:fs`. */
  readFile?: (path: string, bytesMax: number) => string;
  cwd?: string;
}

const FILE_DEFAULT = './reelgate.yaml';
/** Ten times the size of a file with a thousand prices. */
const FILE_BYTES_MAX = 1024 * KB;

export function isConfigError(value: Config | ConfigError): value is ConfigError {
  return 'kind' in value && value.kind === 'config_error';
}

export function loadConfig(options: LoadOptions): Config | ConfigError {
  const { connectors, env = process.env, readFile = readText, cwd = process.cwd() } = options;
  const named = options.file ?? (env.REELGATE_CONFIG || null);
  const source = readSource(named, (file) => readFile(resolve(cwd, file), FILE_BYTES_MAX));
  if ('kind' in source) return source;
  const readSecret = fileReader(readFile, VARIABLE_BYTES_MAX);
  const variables = variablesOf(env, (path) => readSecret(resolve(cwd, path)));
  const read = source.text === null ? nothing() : readYamlDocument(source.text, variables);
  // Without a tree nothing else can be checked.
  if (!read.isReadable) return toError(source.file, read.problems);
  const { tree } = read;
  applyOverrides(tree, { env, cwd });
  const needs = connectors.map(needsOf);
  const { settings, problems: faults } = checkSettings(withShowcase(tree, needs));
  const own = [...read.problems, ...faults];
  const broken = checkRules({ settings, tree, connectors: needs }).filter((one) => isNews(one, own));
  const file = source.file === null ? null : resolve(cwd, source.file);
  const folder = file === null ? resolve(cwd) : dirname(file);
  const before = [...own, ...broken];
  // The documents are read only for mounts and providers without a mistake.
  const isReady = before.every(({ path }) => !/^(mounts|providers)\b/.test(path));
  const { mounts, problems: unusable } = isReady
    ? readMounts({ settings, tree, folder, read: fileReader(readFile, DOCUMENT_BYTES_MAX) })
    : { mounts: [], problems: [] };
  if (before.length + unusable.length > 0) return toError(source.file, [...before, ...unusable]);
  const hasPrices = hasValueAt(tree, ['prices', 'endpoints']);
  const given = givenSettings(tree);
  return buildConfig({ settings, file, given, folder, mounts, hasPrices, connectors: needs });
}

/**
 * False for a rule that fails only because of a mistake that is reported already: on the same setting, on one around or within it, or on a
 * misspelt setting beside the one that the rule misses.
 */
function isNews({ path, text }: ConfigProblem, reported: readonly ConfigProblem[]): boolean {
  const isWithin = (inner: string, outer: string) =>
    inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
  return !reported.some(
    (known) =>
      known.path === path ||
      isWithin(path, known.path) ||
      (isWithin(known.path, path) &&
        (/^(unknown setting|expected a name)/.test(known.text) ||
          text.includes(known.path.split('.').at(-1)!))),
  );
}

function fileReader(readFile: NonNullable<LoadOptions['readFile']>, bytesMax: number) {
  return (path: string) => {
    try {
      return readFile(path, bytesMax);
    } catch (error) {
      return { problem: readErrorText(error) };
    }
  };
}

interface Source {
  file: string | null;
  text: string | null;
}

const needsOf = (connector: string | ConnectorNeeds): ConnectorNeeds =>
  typeof connector === 'string'
    ? {
        name: connector,
        platforms: null,
        baseUrl: false,
        token: false,
        options: [],
        operations: ['video.search'],
      }
    : connector;

/** A file that the operator named must exist; the default file may be missing. */
function readSource(named: string | null, read: (file: string) => string): Source | ConfigError {
  const file = named ?? FILE_DEFAULT;
  try {
    const text = read(file);
    if (Buffer.byteLength(text) <= FILE_BYTES_MAX) return { file, text };
    return fileError(file, 'larger than 1 MiB');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT' && named === null) return { file: null, text: null };
    return fileError(file, readErrorText(error));
  }
}

const READ_ERRORS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'may not be read by this user',
  EISDIR: 'is a folder, not a file',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text',
};

/** Errors without a code are bugs: they are thrown on. */
function readErrorText(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string') throw error;
  return READ_ERRORS[code] ?? `cannot be read (${code})`;
}

function nothing(): ReturnType<typeof readYamlDocument> {
  return { tree: emptyTree(), problems: [], isReadable: true };
}

/** Reads at most one byte more than allowed, so that a device or a huge file cannot fill the memory. */
function readText(path: string, bytesMax: number): string {
  const bytes = Buffer.alloc(bytesMax + 1);
  const handle = openSync(path, 'r');
  let length = 0;
  try {
    for (let got = -1; got !== 0 && length < bytes.length; length += got) {
      got = readSync(handle, bytes, length, bytes.length - length, null);
    }
  } finally {
    closeSync(handle);
  }
  // With more than the allowed bytes the cut may fall inside a character: decode leniently, so that the error says
  // "too large".
  return new TextDecoder('utf-8', { fatal: length <= bytesMax }).decode(bytes.subarray(0, length));
}

/** Puts the environment variables into the tree, so that they are checked like the file. */
function applyOverrides(tree: Located, { env, cwd }: { env: Environment; cwd: string }): void {
  for (const { variable, path } of OVERRIDES) {
    const value = env[variable];
    if (!value) continue;
    const content = variable === 'REELGATE_DATA' ? resolve(cwd, value) : value;
    const [first, second] = path;
    const parent = second === undefined ? tree : childOf(tree, first);
    if (parent?.content instanceof Map) {
      parent.content.set(second ?? first, { line: null, keyLine: null, variable, content });
    }
  }
}

function childOf(tree: Located, key: string): Located | null {
  if (!(tree.content instanceof Map)) return null;
  const child = tree.content.get(key) ?? emptyTree();
  tree.content.set(key, child);
  return child;
}

/** More than a person mends at once; the rest is counted. */
const PROBLEMS_SHOWN_MAX = 100;

function toError(file: string | null, found: readonly ConfigProblem[]): ConfigError {
  const problems = inFileOrder(found);
  const lines = problems.slice(0, PROBLEMS_SHOWN_MAX).map((problem) => problemLine(file, problem));
  const more = problems.length - lines.length;
  const message =
    lines.length === 1
      ? lines[0]!
      : [
          `the configuration has ${problems.length} mistakes:`,
          ...lines,
          ...(more > 0 ? [`… and ${more} more`] : []),
        ].join('\n');
  const { line } = problems[0]!;
  return { kind: 'config_error', file: line === null ? null : file, line, message, problems };
}

function problemLine(file: string | null, { line, column, path, text }: ConfigProblem): string {
  const place = column === null ? `${line}` : `${line}:${column}`;
  const where = file !== null && line !== null ? `${file}:${place}: ` : '';
  return `${where}${path === '' ? '' : `${path}: `}${text}`;
}

function fileError(file: string, text: string): ConfigError {
  const problems = [{ line: null, column: null, path: '', text }];
  return { kind: 'config_error', file, line: null, message: `${file}: ${text}`, problems };
}

/** What commands read from the environment besides settings: the API key to call with, the gateway's URL, and the user's pager. */
export function readCommandEnvironment(env: Environment = process.env): {
  apiKey: string | null;
  gatewayUrl: string | null;
  pager: string | null;
} {
  return {
    apiKey: env.REELGATE_KEY || null,
    gatewayUrl: env.REELGATE_URL || null,
    pager: env.PAGER || null,
  };
}
