// Judges the build: bytes of each entry, no code of the console in the portal, and nothing inline in a page.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Claims } from './claims.ts';

const DIST = path.join(import.meta.dirname, '../dist');
const FIRST_BYTES_MAX = 140_000;
const WHOLE_BYTES_MAX = 220_000;

function gzipped(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

export function judgeBytes(entry: 'console' | 'portal', claims: Claims): void {
  const folder = path.join(DIST, `assets-${entry}`);
  const page = readFileSync(path.join(DIST, entry, 'index.html'), 'utf8');
  const files = readdirSync(folder);
  const sizes = new Map(files.map((name) => [name, gzipped(path.join(folder, name))]));
  const sum = (names: string[]) => names.reduce((bytes, name) => bytes + sizes.get(name)!, 0);
  const first = sum(files.filter((name) => page.includes(name)));
  console.log(`${entry}: first page ${first} bytes, whole ${sum(files)} bytes, gzip`);
  claims.holds(`${entry}: the first page is small`, first <= FIRST_BYTES_MAX, `${first} bytes`);
  claims.holds(`${entry}: all of it is small`, sum(files) <= WHOLE_BYTES_MAX, `${sum(files)} bytes`);
  claims.holds(
    `${entry}: no inline script or style`,
    !/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/.test(page),
  );
}

export function judgeSeparation(claims: Claims): void {
  const folder = path.join(DIST, 'assets-portal');
  const strays = readdirSync(folder).filter((name) =>
    readFileSync(path.join(folder, name), 'utf8').includes('/admin/v1'),
  );
  claims.equal('no file of the portal knows an admin route', strays, []);
}
