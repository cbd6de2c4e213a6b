// Builds both entries into `dist`: a page and a folder of assets for each. `npm ci` runs it through packages/gateway/bin/prepare.js.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { licencesOf } from './licences.ts';
import { BASE, configOf, type Entry } from './vite.config.ts';

const DIST = path.join(import.meta.dirname, 'dist');

async function buildEntry(entry: Entry): Promise<void> {
  const made = path.join(DIST, `made-${entry}`);
  const bundled = new Set<string>();
  await build(configOf(entry, made, bundled));
  const { name, text } = licencesOf(bundled);
  writeFileSync(path.join(made, 'assets', name), text);
  const page = readFileSync(path.join(made, 'index.html'), 'utf8');
  const link = `<link rel="license" href="${BASE[entry]}assets/${name}">`;
  mkdirSync(path.join(DIST, entry), { recursive: true });
  writeFileSync(path.join(DIST, entry, 'index.html'), page.replace('</head>', `  ${link}\n  </head>`));
  renameSync(path.join(made, 'assets'), path.join(DIST, `assets-${entry}`));
  rmSync(made, { recursive: true });
}

async function buildPages(): Promise<void> {
  rmSync(DIST, { recursive: true, force: true });
  await Promise.all([buildEntry('console'), buildEntry('portal')]);
}

if (import.meta.main) await buildPages();
