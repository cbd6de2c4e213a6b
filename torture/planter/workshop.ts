// A copy of the program that may be broken: it copies the sources, and changes and restores them. The original tree is only read.
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Edit } from './bug.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Not copied: packages that are installed are linked to, and the copy has no history. */
const LEFT_OUT = new Set(['node_modules', '.git']);

export class Workshop {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'reelgate-planter-'));

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        this.close();
        process.exit(1);
      });
    // With their times: a lockfile that looks newer than its packages would have them installed again.
    const filter = (file: string) => !LEFT_OUT.has(path.basename(file));
    cpSync(ROOT, this.#folder, { recursive: true, filter, preserveTimestamps: true });
    for (const modules of globSync(['node_modules', 'packages/{*,*/*}/node_modules'], { cwd: ROOT }))
      linkModules(path.join(ROOT, modules), path.join(this.#folder, modules));
  }

  /** The root of the copy. */
  get folder(): string {
    return this.#folder;
  }

  #path(file: string): string {
    return path.join(this.#folder, file);
  }

  read(file: string): string {
    return readFileSync(this.#path(file), 'utf8');
  }

  /** Changes the copy, does the work, and changes it back. */
  async broken<T>(edits: readonly Edit[], work: () => Promise<T>): Promise<T> {
    const before = new Map(edits.map(({ file }) => [file, this.read(file)]));
    try {
      for (const edit of edits) this.#apply(edit);
      return await work();
    } finally {
      for (const [file, text] of before) writeFileSync(this.#path(file), text);
    }
  }

  #apply({ file, find, put }: Edit): void {
    const text = this.read(file);
    const count = text.split(find).length - 1;
    if (count !== 1) throw new Error(`${file} has ${count} times, not once: ${find}`);
    const changed = text.replace(find, () => put);
    // A change that does not parse would be noticed by any test, and prove nothing.
    if (/\.ts$/.test(file)) stripTypeScriptTypes(changed);
    writeFileSync(this.#path(file), changed);
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A folder of links to the packages of another; those of this repository are the ones of the copy. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [target, link] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.name === '.bin') linkModules(target, link);
    else symlinkSync(entry.isSymbolicLink() ? readlinkSync(target) : target, link);
  }
}
