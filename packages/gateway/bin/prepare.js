// Runs after an install. It builds the pages of console and portal and the HTML of the guides when their builders are installed
// (development dependencies); without them the gateway serves everything else, and guides as plain text. Then it assembles a gateway in a temporary folder once,
// without serving, so that its code is compiled and the first real start is as fast as later ones. That is only an
// optimisation, so its errors are ignored.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { useCompileCache } from './compile-cache.js';

/** Runs a script in a process of its own, at the same time as the rest: they share nothing. `builder` is what it needs. */
async function build(place, builder, what) {
  const script = fileURLToPath(new URL(place, import.meta.url));
  try {
    createRequire(script).resolve(`${builder}/package.json`);
  } catch {
    return;
  }
  const [code] = await once(
    spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] }),
    'close',
  );
  if (code !== 0) console.error(`${what} were not built. Run "npm run pages" to try again.`);
}

const built = Promise.all([
  build('../../console/build.ts', 'vite', 'The pages of console and portal'),
  build('../guides/build.ts', 'marked', 'The pages of the guides'),
]);
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
await built;
