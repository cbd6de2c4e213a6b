// Runs the examples of a document as its reader does, in a folder beside a real gateway: shell blocks top to bottom in one shell,
// TypeScript and Python as programs that use the client packages, YAML through `config check`.
import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PYTHON_ENV } from '../../../../client-python/tests/python.ts';
import { DataFolder, GatewayProcess, run } from '../gateway-process.ts';
import { type Block, ROOT } from './markdown.ts';

/** An example that takes longer hangs. The commands of a document run as one; forty of them take half a minute, four times that beside other work. */
export const EXAMPLE_MS_MAX = 240_000;
const COMMAND = path.join(ROOT, 'packages/gateway/bin/reelgate.js');

/** What the guides switch on: paying in by hand, invites, webhooks to this machine. */
const SETTINGS = (data: string) => `data: ${data}/data
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
payments: { min: "5", max: "1000", manual: { instructions: "Transfer {amount} {currency} and quote {reference}." } }
signup: { mode: invite }
webhooks: { allow_private: true }
`;

export interface Examples {
  folder: string;
  url: string;
  /** Runs the shell blocks of one document. Returns what the failed one printed; null when all end well. */
  shell(blocks: readonly Block[]): Promise<string | null>;
  /** Type-checks and runs a block. */
  program(block: Block): Promise<string | null>;
  /** Runs a block of Python. */
  python(block: Block): Promise<string | null>;
  /** Checks a block as a configuration. */
  configuration(block: Block): Promise<string | null>;
  end(): Promise<void>;
}

/**
 * Starts the gateway. The caller of the examples is `demo` with enough money for all of them; the operator's examples are about the
 * customer `acme`, unless a document makes that account itself.
 */
export async function startExamples({ hasAcme = true } = {}): Promise<Examples> {
  const data = new DataFolder();
  const config = data.writeConfig(SETTINGS(data.path));
  const gateway = new GatewayProcess(['serve', '--config', config]);
  const url = await gateway.url();
  const adminUrl = gateway.adminUrl();
  const key = /rgk_live_\w+/.exec(gateway.out)![0];
  const env = {
    REELGATE_PUBLIC: url.replace('http://', ''),
    REELGATE_ADMIN: adminUrl.replace('http://', ''),
    REELGATE_KEY: key,
    REELGATE_CONFIG: config,
  };
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(data.path, 'node_modules'));
  await prepare(env, hasAcme);
  const place = { folder: data.path, env: { ...inherited(), ...env, HOME: data.path } };
  // The check tries the addresses as well, and those of this gateway are in use.
  const free = { REELGATE_PUBLIC: '127.0.0.1:0', REELGATE_ADMIN: '127.0.0.1:0' };
  const elsewhere = { ...place, env: { ...place.env, ...free } };
  const local = (code: string) => toThisGateway(code, { url, adminUrl, key });
  return {
    folder: data.path,
    url,
    shell: (blocks) => runShell(blocks, local, place),
    program: (block) => runProgram(block, local, place),
    python: (block) => runPython(block, local, place),
    configuration: (block) => checkConfiguration(block, elsewhere),
    async end() {
      gateway.kill('SIGTERM');
      await gateway.ended;
      data.remove();
    },
  };
}

const TOP_UP = 'account topup demo 1000 --reference examples';
const ACME = ['account create acme --top-up 100 --reference examples-acme', 'key create acme'];

async function prepare(env: Record<string, string>, hasAcme: boolean): Promise<void> {
  for (const command of [TOP_UP, ...(hasAcme ? ACME : [])]) {
    const { code, err } = await run(command.split(' '), env);
    if (code !== 0) throw new Error(`${command}: ${err}`);
  }
}

const inherited = () => ({ PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp' });

interface Place {
  folder: string;
  env: Record<string, string>;
}
type Localise = (code: string) => string;

/**
 * Guides write the default addresses, names of hosts that stand for the reader's own, and ids that are cut off with "…". An id such as
 * `wat_…` becomes the variable `wat`, which the note `before` of the block sets.
 */
function toThisGateway(
  code: string,
  { url, adminUrl, key }: { url: string; adminUrl: string; key: string },
): string {
  return code
    .replaceAll(/https:\/\/(?:YOUR-GATEWAY|gateway\.example)/g, url)
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll('http://127.0.0.1:8081', adminUrl)
    .replaceAll('rgk_live_…', key)
    .replaceAll(/ \/backup\//g, ' backup/')
    .replaceAll(/\b([a-z]{3})_[A-Za-z0-9]*…/g, '${$1}');
}

/**
 * `curl` fails on an error of the gateway. `npx reelgate` is the command of this tree. `reelgate` alone is not found, as in the shell of a
 * reader, where it is not on the path.
 */
const PREAMBLE = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
npx() {
  local name="$1"; shift
  case "$name" in
    node) "${process.execPath}" "$@";;
    reelgate) "${process.execPath}" --disable-warning=ExperimentalWarning "${COMMAND}" "$@";;
    *) "$name" "$@";;
  esac
}
`;

interface Ended {
  isGood: boolean;
  output: string;
}

function ran(command: string, args: string[], { folder, env }: Place): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env, timeout: EXAMPLE_MS_MAX, maxBuffer: 2 ** 26 };
    execFile(command, args, options, (error, out, err) => {
      resolve({
        isGood: error === null,
        output: `${out}\n${err}${error?.killed === true ? '\nit did not end' : ''}`,
      });
    });
  });
}

/** Printed before each block, so that a failure can be told from where it began. */
const MARK = 'EXAMPLE-AT-LINE-';

async function runShell(blocks: readonly Block[], local: Localise, place: Place): Promise<string | null> {
  const parts = blocks.map(({ line, before, code }) => `echo ${MARK}${line}\n${local(`${before}\n${code}`)}`);
  const file = path.join(place.folder, 'example.sh');
  writeFileSync(file, [PREAMBLE, ...parts].join('\n'));
  const { isGood, output } = await ran('bash', ['-c', `exec 2>&1; . "${file}"`], place);
  return isGood ? null : output.slice(output.lastIndexOf(MARK));
}

const OWN_CLIENT = /new Reelgate\(/;

/** An example is a part of a program: what it takes for granted comes before it. */
function programOf({ before, code }: Block, local: Localise): string {
  const imports = code.includes("from 'reelgate-client'")
    ? ''
    : "import { Reelgate } from 'reelgate-client';\n";
  const client = OWN_CLIENT.test(code) ? '' : 'const reelgate = new Reelgate({ apiKey, baseUrl });\n';
  const given = "const apiKey = process.env.REELGATE_KEY!;\nconst baseUrl = 'http://127.0.0.1:8080';\n";
  return local(`${imports}${given}${client}${before}\n${code}\nvoid [apiKey, baseUrl];\nexport {};\n`);
}

async function runProgram(block: Block, local: Localise, place: Place): Promise<string | null> {
  const file = path.join(place.folder, `example-${path.basename(block.file, '.md')}-${block.line}.mts`);
  writeFileSync(file, programOf(block, local));
  const checks = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--allowImportingTsExtensions',
  ];
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const typed = await ran(
    process.execPath,
    [compiler, ...checks, '--skipLibCheck', '--types', 'node', file],
    place,
  );
  if (!typed.isGood) return typed.output;
  const { isGood, output } = await ran(process.execPath, [file], place);
  return isGood ? null : output;
}

const PYTHON_CLIENT = `import os
from reelgate import Reelgate
rg = Reelgate(os.environ["REELGATE_KEY"], "http://127.0.0.1:8080")
`;

async function runPython(
  { file, line, before, code }: Block,
  local: Localise,
  place: Place,
): Promise<string | null> {
  const program = path.join(place.folder, `example-${path.basename(file, '.md')}-${line}.py`);
  writeFileSync(program, local(`${PYTHON_CLIENT}${before}\n${code}`));
  const env = { ...place.env, PYTHONPATH: PYTHON_ENV.PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' };
  const { isGood, output } = await ran('python3', [program], { ...place, env });
  return isGood ? null : output;
}

async function checkConfiguration(block: Block, place: Place): Promise<string | null> {
  if (block.before !== '') {
    const made = await ran('bash', ['-c', `set -e\n${block.before}`], place);
    if (!made.isGood) return made.output;
  }
  const file = path.join(place.folder, 'example.yaml');
  writeFileSync(file, block.code);
  const secrets = [...block.code.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => [name!, 'secret'] as const);
  const env = { ...place.env, ...Object.fromEntries(secrets) };
  const { isGood, output } = await ran(process.execPath, [COMMAND, 'config', 'check', file], {
    ...place,
    env,
  });
  return isGood ? null : output;
}
