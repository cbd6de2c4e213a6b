// The nodes: gateways as child processes, started by their command and ended by signals, each behind two links. It signals only processes
// that it started, by their id, and records everything in the fault log.
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { Link } from './fault-proxy.ts';
import type { FaultEvent, Journal } from './journal.ts';
import { diceOf } from './seed.ts';

const COMMAND = path.join(import.meta.dirname, '../packages/gateway/bin/reelgate.js');
/**
 * A start takes about a second, and ten more while it waits for its database. A machine with fifteen times more work than processors took
 * 17 to 50 s, and one that gave a process a twentieth of a processor more than 90 s. A node that does not serve after this time is stuck.
 * The same limit applies to payments and events that are awaited after the faults.
 */
export const START_MS_MAX = 300_000;
/** A gateway drains for 20 s at most; the rest is for closing its files, on such a machine too. */
const DRAIN_MS_MAX = 60_000;

const MEMORY_LOOK_MS = 500;

/** In MB. null without /proc, or when the process has just ended. */
function residentMb(pid: number): number | null {
  try {
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kb === undefined ? null : Math.round(Number(kb) / 1_000);
  } catch {
    return null;
  }
}

export class GatewayNode {
  readonly name: string;
  readonly publicLink: Link;
  readonly adminLink: Link;
  readonly #configFile: string;
  readonly #logFile: string;
  readonly #faults: Journal<FaultEvent>;
  #child: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** The most memory of the running process that was seen. */
  #mostMb = 0;
  /** What the first start on an empty database printed. */
  out = '';

  constructor(
    name: string,
    options: { seed: number; folder: string; configFile: string; faults: Journal<FaultEvent> },
  ) {
    this.name = name;
    this.#configFile = options.configFile;
    this.#logFile = path.join(options.folder, `${name}.log`);
    this.#faults = options.faults;
    this.publicLink = new Link(`client-${name}`, diceOf(options.seed, 'link', name, 'public'));
    this.adminLink = new Link(`admin-${name}`, diceOf(options.seed, 'link', name, 'admin'));
  }

  get links(): Link[] {
    return [this.publicLink, this.adminLink];
  }

  get isUp(): boolean {
    return this.#child !== null;
  }

  /** Resolves when it serves; rejects when it ends before. */
  async start(): Promise<void> {
    if (this.#child !== null) return;
    this.#faults.write({ kind: 'start', node: this.name });
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
    const child = spawn(process.execPath, [COMMAND, 'serve', '--config', this.#configFile], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#isStopped = false;
    this.#mostMb = 0;
    const looks = setInterval(() => this.#lookAtMemory(child), MEMORY_LOOK_MS);
    child.stderr?.pipe(createWriteStream(this.#logFile, { flags: 'a' }));
    this.#ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        clearInterval(looks);
        this.#left(child, code, signal);
        resolve();
      });
    });
    const ports = await this.#serving(child);
    this.publicLink.retarget(ports.public);
    this.adminLink.retarget(ports.admin);
    this.#faults.write({ kind: 'ready', node: this.name });
  }

  async kill(): Promise<void> {
    if (this.#child === null) return;
    this.#faults.write({ kind: 'kill', node: this.name });
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Freezes the process; `resume` must follow. */
  stop(): void {
    if (this.#child === null || this.#isStopped) return;
    this.#faults.write({ kind: 'stop', node: this.name });
    this.#isStopped = true;
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    if (this.#child === null || !this.#isStopped) return;
    this.#isStopped = false;
    this.#child.kill('SIGCONT');
    this.#faults.write({ kind: 'continue', node: this.name });
  }

  /** Asks it to drain, and kills it when it does not end in time. */
  async terminate(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.resume();
    this.#faults.write({ kind: 'terminate', node: this.name });
    child.kill('SIGTERM');
    const timer = setTimeout(() => {
      this.#faults.write({ kind: 'kill', node: this.name, detail: 'did not drain in time' });
      child.kill('SIGKILL');
    }, DRAIN_MS_MAX);
    await this.#ended;
    clearTimeout(timer);
  }

  #lookAtMemory({ pid }: ChildProcess): void {
    this.#mostMb = Math.max(this.#mostMb, (pid === undefined ? null : residentMb(pid)) ?? 0);
  }

  #left(child: ChildProcess, code: number | null, signal: string | null): void {
    if (this.#mostMb > 0) this.#faults.write({ kind: 'memory', node: this.name, level: this.#mostMb });
    this.#faults.write({ kind: 'exit', node: this.name, code, signal });
    if (this.#child !== child) return;
    this.#child = null;
    for (const link of this.links) link.retarget(null);
  }

  #serving(child: ChildProcess): Promise<{ public: number; admin: number }> {
    return new Promise((resolve, reject) => {
      let out = '';
      const late = setTimeout(() => {
        this.#faults.write({
          kind: 'kill',
          node: this.name,
          name: 'late',
          detail: 'neither served nor ended',
        });
        child.kill('SIGKILL');
        reject(new Error(`${this.name} did not serve: ${out}`));
      }, START_MS_MAX);
      child.once('close', () => {
        clearTimeout(late);
        reject(new Error(`${this.name} ended before it served; see ${this.#logFile}`));
      });
      child.stdout?.on('data', (chunk) => {
        out += chunk;
        const ports = /serves http:\/\/[^:]+:(\d+) \(admin http:\/\/[^:]+:(\d+)\)[\s\S]*\n$/.exec(out);
        if (ports === null) return;
        clearTimeout(late);
        if (this.out === '') this.out = out;
        resolve({ public: Number(ports[1]), admin: Number(ports[2]) });
      });
    });
  }
}
