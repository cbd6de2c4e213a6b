// What the repository knows: the commit of today, and whether a test is older than that.
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

export const commit = () =>
  execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();

/** The file, or the folder, was there at that commit, and as it is today. */
export function isUnchanged(file: string, since: string): boolean {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT }).status === 0;
  return git('cat-file', '-e', `${since}:${file}`) && git('diff', '--quiet', since, '--', file);
}
