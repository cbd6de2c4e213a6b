// How the suite is run on each runtime. A runner returns the verdicts, or the reason why its runtime cannot be used.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { openPage } from './chromium.ts';
import type { Verdict } from './suite.ts';

/** The suite takes four seconds on an idle machine; most of them are pauses that the gateway asks for. */
export const RUNTIME_MS_MAX = 120_000;
const MODULES = path.join(import.meta.dirname, 'node_modules');
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

export interface TestBed {
  /** The folder that `buildSuite` made. */
  folder: string;
  proxyUrl: string;
  apiKey: string;
  /** The address at which web pages find the folder. */
  filesUrl: string;
}
type Skipped = { skipped: string };
export type Runner = (bed: TestBed) => Promise<Verdict[] | Skipped>;

const run = promisify(execFile);

function commandLine(command: string, ...args: string[]): Runner {
  return async ({ folder, proxyUrl, apiKey }) => {
    const all = [...args, path.join(folder, 'main.js'), proxyUrl, apiKey];
    const limits = { timeout: RUNTIME_MS_MAX, killSignal: 'SIGKILL', maxBuffer: OUTPUT_BYTES_MAX } as const;
    const { stdout } = await run(command, all, { cwd: folder, ...limits });
    return JSON.parse(stdout) as Verdict[];
  };
}

const PYTHON_PACKAGE = path.join(import.meta.dirname, '../../client-python/src');

/** Python of the machine, with the package as it is in this repository. */
function python(...forms: string[]): Runner {
  return async ({ proxyUrl, apiKey }) => {
    const suite = path.join(import.meta.dirname, 'suite.py');
    const limits = { timeout: RUNTIME_MS_MAX, killSignal: 'SIGKILL', maxBuffer: OUTPUT_BYTES_MAX } as const;
    const env = { ...process.env, PYTHONPATH: PYTHON_PACKAGE, PYTHONDONTWRITEBYTECODE: '1' };
    try {
      const { stdout } = await run('python3', [suite, proxyUrl, apiKey, ...forms], { env, ...limits });
      return JSON.parse(stdout) as Verdict[];
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
      return { skipped: 'this machine has no python3' };
    }
  };
}

const installed = (name: string) => path.join(MODULES, name);

/** workerd finds a module by the name under which other modules import it. */
function workerConfig(folder: string, port: number): string {
  const libs = readdirSync(path.join(folder, 'client/lib')).filter((name) => name.endsWith('.js'));
  const names = ['worker.js', 'suite.js', ...libs.map((name) => `client/lib/${name}`)];
  const modules = names.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(', ');
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .suite), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const suite :Workerd.Worker = (modules = [${modules}], compatibilityDate = "2026-11-01");
`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Repeats the request until the server accepts connections or its process has ended. */
async function ask(url: URL, child: ChildProcess): Promise<Response> {
  while (child.exitCode === null) {
    try {
      return await fetch(url, { signal: AbortSignal.timeout(RUNTIME_MS_MAX) });
    } catch (error) {
      if ((error as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') throw error;
    }
  }
  throw new Error(`workerd ended with ${child.exitCode}`);
}

const workerd: Runner = async ({ folder, proxyUrl, apiKey }) => {
  const port = await freePort();
  writeFileSync(path.join(folder, 'worker.capnp'), workerConfig(folder, port));
  const child = spawn(installed('.bin/workerd'), ['serve', 'worker.capnp'], {
    cwd: folder,
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  const limit = setTimeout(() => child.kill('SIGKILL'), RUNTIME_MS_MAX);
  try {
    const url = new URL(`http://127.0.0.1:${port}/?${new URLSearchParams({ proxy: proxyUrl, key: apiKey })}`);
    return (await (await ask(url, child)).json()) as Verdict[];
  } finally {
    clearTimeout(limit);
    child.kill('SIGKILL');
    await ended;
  }
};

const chromium: Runner = async ({ filesUrl, proxyUrl, apiKey }) => {
  const page = await openPage(RUNTIME_MS_MAX);
  if ('skipped' in page) return page;
  try {
    return (await page.run(filesUrl, { proxyUrl, apiKey })) as Verdict[];
  } finally {
    await page.close();
  }
};

// npm has one package with Node's binary for each platform. Its lockfile entry has a hash, and no script fetches anything.
const NODE_20 = `node-20-${process.platform}-${process.arch}/bin/node`;
const NODE_22 = `node-22-${process.platform}-${process.arch}/bin/node`;

export const RUNNERS: Record<string, Runner> = {
  'Node 20.19': commandLine(installed(NODE_20)),
  'Node 22': commandLine(installed(NODE_22)),
  'Node 26': commandLine(process.execPath),
  Bun: commandLine(installed('.bin/bun')),
  Deno: commandLine(installed('.bin/deno'), 'run', '--allow-all', '--no-lock'),
  workerd,
  Chromium: chromium,
  Python: python(),
  'Python asyncio': python('async'),
};

/** Paths of the runtimes' binaries below node_modules. */
const BINARIES: Record<string, string> = {
  'Node 20.19': NODE_20,
  'Node 22': NODE_22,
  Bun: '.bin/bun',
  Deno: '.bin/deno',
  workerd: '.bin/workerd',
};

/** True if npm has no binary of this runtime for this machine. */
export function isMissing(name: string): boolean {
  const place = BINARIES[name];
  return place !== undefined && !existsSync(installed(place));
}
