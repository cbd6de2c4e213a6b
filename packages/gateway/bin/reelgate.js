#!/usr/bin/env node
// Starts the `reelgate` command on the Node that the lockfile pins. `npm run` and `npx` already put that Node first
// on PATH; called in any other way on an older Node, this file hands over to the pinned one. So it must load on Node 20.
import { spawn } from 'node:child_process';
import * as nodeModule from 'node:module';

const NODE_MAJOR_MIN = 26;

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) {
  const { useCompileCache } = await import('./compile-cache.js');
  useCompileCache();
  const { main } = await import('../src/main.ts');
  await main(process.argv);
} else {
  const pinned = nodeModule.createRequire(import.meta.url).resolve('node/bin/node');
  const child = spawn(pinned, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
