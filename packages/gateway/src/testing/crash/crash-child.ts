// The parent's side of a gateway process that dies at a crash point: it starts the process, talks to it, and notices how it ended. It
// signals only the process that it started.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { FirstStart } from '../../start/first-start.ts';
import type { CrashData } from './crash-gateway.ts';
import { type CrashPlan, PLAN_VARIABLE } from './crash-points.ts';

export interface CrashSettings extends CrashData {
  /** Replaces the gateway's own setting; with 0, a sweep ends every hold. */
  holdTtlMs?: number;
  /** The platform answers everything at once, without failures. */
  isHealed?: boolean;
  logs?: boolean;
}

export type Command = 'sweep' | 'let go' | 'drain';

export interface Serving {
  url: string;
  adminUrl: string;
  firstStart: FirstStart | null;
}

export type Report =
  | ({ kind: 'serving' } & Serving)
  | { kind: 'asked'; keyword: string }
  | { kind: 'done'; command: Command };

interface ChildEnd {
  code: number | null;
  signal: string | null;
  err: string;
}

const ENTRY = path.join(import.meta.dirname, 'crash-process.ts');
const PRELOAD = path.join(import.meta.dirname, 'crash-sqlite.ts');
/** As in the installed command: compiled code is kept between starts. */
const COMPILED = path.join(import.meta.dirname, '../../../../../node_modules/.cache/reelgate');

export class CrashChild {
  readonly ended: Promise<ChildEnd>;
  readonly #child: ChildProcess;
  readonly #waiting = new Set<{ isIt(report: Report): boolean; resolve(report: Report | null): void }>();
  readonly #reports: Report[] = [];

  constructor(settings: CrashSettings, plan: CrashPlan | null, shell: string | null = null) {
    const args = ['--import', PRELOAD, ENTRY, JSON.stringify(settings)];
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_COMPILE_CACHE: COMPILED,
      [PLAN_VARIABLE]: JSON.stringify(plan),
    };
    // A shell first sets a resource limit, and then becomes the process.
    const [command, given] =
      shell === null
        ? [process.execPath, args]
        : ['/bin/sh', ['-c', `${shell}; exec "$@"`, 'sh', process.execPath, ...args]];
    const child = spawn(command, given, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child = child;
    let err = '';
    child.stderr!.on('data', (chunk) => {
      err += chunk;
    });
    child.on('message', (report) => this.#heard(report as Report));
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        for (const { resolve: giveUp } of this.#waiting) giveUp(null);
        resolve({ code, signal, err });
      });
    });
  }

  #heard(report: Report): void {
    this.#reports.push(report);
    for (const waiting of this.#waiting) {
      if (waiting.isIt(report)) waiting.resolve(report);
    }
  }

  /** The first such report, past or future; null when the process ends without it. */
  #report(isIt: (report: Report) => boolean): Promise<Report | null> {
    const known = this.#reports.find(isIt);
    if (known !== undefined) return Promise.resolve(known);
    if (this.hasEnded) return Promise.resolve(null);
    return new Promise((resolve) => this.#waiting.add({ isIt, resolve }));
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** null when the process died before it served. */
  async serving(): Promise<Serving | null> {
    return (await this.#report(({ kind }) => kind === 'serving')) as Serving | null;
  }

  /** Resolves when the platform works on this keyword; false when the process died before. */
  async asked(keyword: string): Promise<boolean> {
    const found = await this.#report((one) => one.kind === 'asked' && one.keyword === keyword);
    return found !== null;
  }

  /** Resolves when the process has done it, or died during it. */
  async tell(command: Command): Promise<void> {
    if (this.hasEnded) return;
    const before = this.#reports.length;
    const isDone = (report: Report) =>
      report.kind === 'done' && report.command === command && this.#reports.indexOf(report) >= before;
    // A dead process has closed the channel; its exit is reported elsewhere.
    this.#child.send(command, () => {});
    await this.#report(isDone);
  }

  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }
}
