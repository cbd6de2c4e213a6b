// The processes of a run: starts each, waits until it serves, reads its resource use and stops it by its own id. None of them outlives the
// run, however it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { readsProc, type Usage, usageOf } from './usage.ts';

const START_MS_MAX = 60_000; // A ledger of ten million calls on a busy machine opens in seconds.
const STOP_MS_MAX = 25_000; // A gateway drains for at most twenty seconds.
const POLL_MS = 5;

const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

export interface Program {
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Communicates with the run over IPC. */
  speaks?: boolean;
}

export class Running {
  out = '';
  err = '';
  readonly child: ChildProcess;
  readonly ended: Promise<void>;

  constructor({ command, args, env = {}, speaks = !readsProc }: Program) {
    const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
    this.child = spawn(command, args, {
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(speaks ? (['ipc'] as const) : [])],
    });
    alive.add(this.child);
    this.child.stdout?.on('data', (chunk) => {
      this.out += chunk;
    });
    this.child.stderr?.on('data', (chunk) => {
      this.err += chunk;
    });
    this.ended = new Promise((resolve) => {
      const end = () => {
        alive.delete(this.child);
        resolve();
      };
      this.child.on('close', end);
      this.child.on('error', end);
    });
  }

  /** The match of the pattern in its output, once it serves. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#until(async () => pattern.exec(this.out));
  }

  /** For programs that print nothing: waits until the port accepts connections. */
  async listens(port: number): Promise<void> {
    await this.#until(() => canConnect(port));
  }

  async #until<T>(look: () => Promise<T | null>): Promise<T> {
    const deadline = performance.now() + START_MS_MAX;
    while (performance.now() < deadline && this.child.exitCode === null) {
      const found = await look();
      if (found !== null) return found;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`did not serve: ${this.child.spawnargs.join(' ')}\n${this.out}\n${this.err}`);
  }

  usage(): Promise<Usage> {
    return usageOf(this.child);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const late = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS_MAX);
    await this.ended;
    clearTimeout(late);
  }
}

function canConnect(port: number): Promise<true | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(null));
  });
}

/** A script on this Node. Without /proc, the script also reports its own resource use. */
export function nodeProgram(file: string, args: string[] = [], nodeArgs: string[] = []): Program {
  const probe = readsProc ? [] : ['--import', path.join(import.meta.dirname, 'usage-probe.ts')];
  return { command: process.execPath, args: [...nodeArgs, ...probe, file, ...args] };
}

export const portOf = (url: string): number => Number(new URL(url).port);

/** For programs that cannot report which port they took. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
