// Runs after an install. Builds the pages of console and portal, where their builder is installed: without development dependencies
// it is not, and the gateway serves everything else. And builds a gateway in a temporary folder once, without serving, so that its code
// is compiled and the first real start is as quick as any later one: an optimisation only, whose faults are left to that start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { useCompileCache } from './compile-cache.js';

/** Beside the rest, in a process of its own: the two share nothing. */
async function buildPages() {
  const script = fileURLToPath(new URL('../../console/build.ts', import.meta.url));
  try {
    createRequire(script).resolve('vite/package.json');
  } catch {
    return;
  }
  const [code] = await once(
    spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] }),
    'close',
  );
  if (code !== 0)
    console.error('The pages of console and portal were not built; "npm run pages" tries again.');
}

const pages = buildPages();
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-prepare-'));
try {
  useCompileCache();
  const { loadConfig } = await import('../src/config/config.ts');
  const { assembleGateway } = await import('../src/assemble/assemble.ts');
  await import('../src/main.ts');
  const config = loadConfig({
    file: null,
    connectors: ['library'],
    env: { REELGATE_DATA: folder },
    cwd: folder,
  });
  await (await assembleGateway(config)).drain();
} catch {
  // The first start compiles what is missing.
} finally {
  rmSync(folder, { recursive: true, force: true });
}
await pages;
