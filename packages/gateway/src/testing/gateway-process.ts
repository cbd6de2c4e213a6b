// A gateway as its operator runs it: a separate process, started by the command, stopped by signals. Only for tests of what the process
// itself must do; everything else runs faster in the test's own process.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const COMMAND = path.join(import.meta.dirname, '../../bin/reelgate.js');
/** A start takes well under a second; a busy machine may need many. */
const START_MS_MAX = 60_000;

export interface Ended {
  code: number | null;
  signal: string | null;
  out: string;
  err: string;
}

export class DataFolder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'reelgate-process-'));

  /** Writes reelgate.yaml with this content into the folder and returns its path. */
  writeConfig(text: string): string {
    const file = path.join(this.path, 'reelgate.yaml');
    writeFileSync(file, text);
    return file;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Runs one command to its end. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new GatewayProcess(args, env).ended;
}

export class GatewayProcess {
  out = '';
  err = '';
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #serving = Promise.withResolvers<string>();

  /** `command` is that of this tree, unless another release is to run. `files`: how many it may open, unless as many as the test. */
  constructor(args: string[], env: Record<string, string> = {}, command = COMMAND, files?: number) {
    const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
    const limited = files === undefined ? [] : ['sh', '-c', `ulimit -n ${files}; exec "$0" "$@"`];
    const [program, ...rest] = [...limited, process.execPath, command, ...args];
    this.#child = spawn(program!, rest, { env: { ...inherited, ...env } });
    this.#child.stdout?.on('data', (chunk) => this.#heard(String(chunk)));
    this.#child.stderr?.on('data', (chunk) => {
      this.err += chunk;
    });
    this.ended = new Promise((resolve) => {
      this.#child.on('close', (code, signal) => resolve({ code, signal, out: this.out, err: this.err }));
    });
  }

  #heard(text: string): void {
    this.out += text;
    const url = /serves (http:\S+)/.exec(this.out)?.[1];
    if (url !== undefined && this.out.endsWith('\n')) this.#serving.resolve(url);
  }

  /** The public URL, once it is served. */
  async url(): Promise<string> {
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`did not serve: ${this.out} ${this.err}`)), START_MS_MAX).unref();
    });
    const died = this.ended.then(({ err }) => Promise.reject(new Error(`ended before it served: ${err}`)));
    died.catch(() => {});
    return Promise.race([this.#serving.promise, late, died]);
  }

  /** The admin URL, once it is served. */
  adminUrl(): string {
    return /admin (http:[^)\s]+)/.exec(this.out)![1]!;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGHUP'): void {
    this.#child.kill(signal);
  }
}
