// Publishes the tarballs. A run that was interrupted is repeated: what is published already, with the same bytes, is passed over.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ROOT } from './lockfiles.ts';

export interface Tarball {
  name: string;
  version: string;
  file: string;
}

export function publish({ name, version, file }: Tarball, withProvenance: boolean): string {
  const there = publishedIntegrity(`${name}@${version}`);
  const own = `sha512-${hash('sha512', readFileSync(file), 'base64')}`;
  if (there === own) return `${name} ${version} is published already`;
  if (there !== null)
    throw new Error(`${name} ${version} is published already, with other bytes: choose a new version`);
  execFileSync('npm', ['publish', file, ...(withProvenance ? [] : ['--provenance=false'])], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return `${name} ${version} is published`;
}

/** Null when the registry has no such version. */
function publishedIntegrity(id: string): string | null {
  try {
    const said = execFileSync('npm', ['view', id, 'dist.integrity'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return said.trim() === '' ? null : said.trim();
  } catch (error) {
    if (String((error as { stderr?: string }).stderr).includes('E404')) return null;
    throw error;
  }
}
