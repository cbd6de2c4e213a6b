// Runs after an install: builds a gateway in a temporary folder once, without serving, so that its code is compiled and the
// first real start is as quick as any later one. An optimisation only: whatever goes wrong here is left to that start.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useCompileCache } from './compile-cache.js';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-prepare-'));
try {
  useCompileCache();
  const { loadConfig } = await import('../src/config.ts');
  const { assembleGateway } = await import('../src/assemble.ts');
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
