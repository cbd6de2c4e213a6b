// Checks the build: bytes of each entry, no console code in the portal, nothing inline in a page, and the licences of all bundled packages.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Checks } from './checks.ts';

const DIST = path.join(import.meta.dirname, '../dist');
const FIRST_BYTES_MAX = 140_000;
/** All pages together; a visitor loads them one by one. It was 220,000 before the pages *First customer* and *Status*, filters and audit sentences. */
const WHOLE_BYTES_MAX = 240_000;

function gzipped(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

export function judgeBytes(entry: 'console' | 'portal', checks: Checks): void {
  const folder = path.join(DIST, `assets-${entry}`);
  const page = readFileSync(path.join(DIST, entry, 'index.html'), 'utf8');
  const files = readdirSync(folder);
  const sizes = new Map(files.map((name) => [name, gzipped(path.join(folder, name))]));
  const sum = (names: string[]) => names.reduce((bytes, name) => bytes + sizes.get(name)!, 0);
  // Licences are linked from the page, but not loaded with it.
  const first = sum(files.filter((name) => page.includes(name) && !name.endsWith('.txt')));
  console.log(`${entry}: first page ${first} bytes, whole ${sum(files)} bytes, gzip`);
  checks.holds(`${entry}: the first page is small`, first <= FIRST_BYTES_MAX, `${first} bytes`);
  checks.holds(`${entry}: all of it is small`, sum(files) <= WHOLE_BYTES_MAX, `${sum(files)} bytes`);
  checks.holds(
    `${entry}: no inline script or style`,
    !/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/.test(page),
  );
}

export function judgeSeparation(checks: Checks): void {
  const folder = path.join(DIST, 'assets-portal');
  const strays = readdirSync(folder).filter((name) =>
    readFileSync(path.join(folder, name), 'utf8').includes('/admin/v1'),
  );
  checks.equal('no file of the portal knows an admin route', strays, []);
}

const SOURCES = path.join(import.meta.dirname, '../src');
const IMPORTED = /^import (?!type )[^;]*?from '((?:@[\w-]+\/)?[\w-]+)[^']*';/gm;

/** Packages that the sources import. */
function importedPackages(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test)\.tsx?$/.test(name) && !name.includes('testing-'),
  );
  const texts = files.map((name) => readFileSync(path.join(SOURCES, name), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(IMPORTED)].map((match) => match[1]!)))];
}

export function judgeLicences(checks: Checks): void {
  const linked = (['console', 'portal'] as const).map((entry) => {
    const page = readFileSync(path.join(DIST, entry, 'index.html'), 'utf8');
    const name = /<link rel="license" href="[^"]*\/(licences-\w+\.txt)">/.exec(page)?.[1] ?? 'none';
    return readFileSync(path.join(DIST, `assets-${entry}`, name), 'utf8');
  });
  const packages = importedPackages();
  checks.holds('packages are imported', packages.includes('react') && packages.includes('@noble/hashes'));
  const unnamed = packages.filter((name) => !linked.some((text) => text.includes(`\n${name} `)));
  checks.equal('the pages ship the licence of everything that they import', unnamed, []);
  const needed = 'The above copyright notice and this permission notice shall be included in all';
  checks.holds(
    'with its words',
    linked.every((text) => text.includes(needed)),
  );
}
