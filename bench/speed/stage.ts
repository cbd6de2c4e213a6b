// Everything that a run starts: the upstream, the load, a folder for temporary files and the contenders. All of it ends with the run. A
// contender that is not available is a word in the table instead of an error.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Contender, isMissing, type Missing } from './contender.ts';
import { UpstreamProcess } from './contenders/upstream-process.ts';
import { installPacked } from './install.ts';
import { LoadProcess } from './load-process.ts';
import { measureSync } from './machine.ts';
import type { World } from './rounds.ts';

export class Stage implements World {
  readonly load: LoadProcess;
  readonly upstream: UpstreamProcess;
  readonly say: (text: string) => void;
  readonly #folders = new Map<string, string>();
  readonly #contenders: Contender[] = [];
  #syncMs: number | undefined;
  #packed: string | undefined;

  private constructor(load: LoadProcess, upstream: UpstreamProcess, say: (text: string) => void) {
    this.load = load;
    this.upstream = upstream;
    this.say = say;
  }

  static async open(say: (text: string) => void): Promise<Stage> {
    const [load, upstream] = await Promise.all([LoadProcess.start(), UpstreamProcess.start()]);
    return new Stage(load, upstream, say);
  }

  /** Within the run's own folder, or within `place`. */
  folder(name: string, place: string | null = null): string {
    const parent = place ?? tmpdir();
    if (!this.#folders.has(parent))
      this.#folders.set(parent, mkdtempSync(path.join(parent, 'reelgate-bench-')));
    const folder = path.join(this.#folders.get(parent)!, name);
    mkdirSync(folder);
    return folder;
  }

  /** What one sync takes in the run's own folder. */
  get syncMs(): number {
    this.#syncMs ??= measureSync(tmpdir());
    return this.#syncMs;
  }

  /** The gateway as its users install it: packed, and installed into an empty folder. Takes half a minute, once. */
  get packed(): string {
    this.#packed ??= installPacked(this.folder('packed'), this.say);
    return this.#packed;
  }

  /** Stopped at the latest with the stage. */
  async keep<C extends Contender>(starting: Promise<C>): Promise<C> {
    const contender = await starting;
    this.#contenders.push(contender);
    return contender;
  }

  async keepIfThere<C extends Contender>(starting: Promise<C | Missing>): Promise<C | Missing> {
    const contender = await starting;
    if (!isMissing(contender)) this.#contenders.push(contender);
    return contender;
  }

  /** Contenders of one section are stopped before the next, so that nothing idle takes memory from it. */
  async clear(): Promise<void> {
    await Promise.all(this.#contenders.splice(0).map((contender) => contender.stop()));
  }

  async close(): Promise<void> {
    await this.clear();
    await Promise.all([this.load.stop(), this.upstream.stop()]);
    for (const folder of this.#folders.values()) rmSync(folder, { recursive: true, force: true });
  }
}
