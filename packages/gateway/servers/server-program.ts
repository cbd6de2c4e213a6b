// One server as a child process, with a folder of its own under the temporary folder and a port on loopback. It ends by its process id, at the
// latest when this process is gone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithUs, freePort, type Owner } from '../src/testing/postgres-server.ts';

/** A start takes a second; a busy machine may need many. */
const START_MS_MAX = 60_000;
const LOOK_MS = 20;
/** Of what the server printed, for the error of a failed start and for tests that read its log. */
const OUTPUT_MAX = 1_000_000;

interface ProgramSettings {
  name: string;
  program: string;
  /** Called before each start. */
  args(place: { folder: string; port: number }): string[];
  /** Whom it runs as, where it refuses to run as root. */
  owner?: Owner;
  env?(place: { folder: string }): Record<string, string>;
}

export class ServerProgram {
  readonly folder: string;
  port = 0;
  output = '';
  readonly #settings: ProgramSettings;
  #child: ChildProcess | null = null;
  #watch: ChildProcess | null = null;

  constructor(settings: ProgramSettings) {
    this.#settings = settings;
    this.folder = mkdtempSync(path.join(tmpdir(), `reelgate-${settings.name}-`));
    this.#own(this.folder);
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  /** A file in its folder, which the server may read. */
  write(name: string, text: string | Uint8Array): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    this.#own(file);
    return file;
  }

  /** Resolves when the port accepts connections. A later start has the same port. */
  async start(): Promise<this> {
    this.port ||= await freePort();
    const { program, args, owner, env } = this.#settings;
    const child = spawn(program, args(this), {
      ...owner,
      cwd: this.folder,
      env: { ...process.env, ...env?.(this) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        this.output = (this.output + text).slice(-OUTPUT_MAX);
      });
    this.#child = child;
    this.#watch = endWithUs(child.pid!, this.folder);
    await this.#untilServing(child);
    return this;
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    this.#watch?.kill('SIGKILL');
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** For good. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #untilServing(child: ChildProcess): Promise<void> {
    const endMs = Date.now() + START_MS_MAX;
    while (!(await isServed(this.port))) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (hasEnded || Date.now() > endMs)
        throw new Error(`${this.#settings.name} did not start: ${this.output}`);
      await pause(LOOK_MS);
    }
  }

  #own(file: string): void {
    const { owner = {} } = this.#settings;
    if ('uid' in owner) chownSync(file, owner.uid!, owner.gid!);
  }
}

function isServed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });
}
