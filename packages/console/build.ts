// Builds both entries into `dist`: a page for each, and beside the pages one folder of assets for each. Run by `npm ci` through
// packages/gateway/bin/prepare.js.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { configOf, type Entry } from './vite.config.ts';

const DIST = path.join(import.meta.dirname, 'dist');

async function buildEntry(entry: Entry): Promise<void> {
  const made = path.join(DIST, `made-${entry}`);
  await build(configOf(entry, made));
  mkdirSync(path.join(DIST, entry), { recursive: true });
  renameSync(path.join(made, 'index.html'), path.join(DIST, entry, 'index.html'));
  renameSync(path.join(made, 'assets'), path.join(DIST, `assets-${entry}`));
  rmSync(made, { recursive: true });
}

export async function buildPages(): Promise<void> {
  rmSync(DIST, { recursive: true, force: true });
  await Promise.all([buildEntry('console'), buildEntry('portal')]);
}

if (import.meta.main) await buildPages();
