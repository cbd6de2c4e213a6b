#!/usr/bin/env node
// Starts the `reelgate` command on the Node that the package brings. `npm run` and `npx` already put that Node first
// on PATH. Called in another way on an older Node, this file hands over to the pinned one, so it must load on Node
// 20.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';

const NODE_MAJOR_MIN = 26;
/** The exit code of a command that cannot do its work now. */
const EXIT_UNAVAILABLE = 3;

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) await runHere();
else await runOnPinned();

async function runHere() {
  const { useCompileCache } = await import('./compile-cache.js');
  useCompileCache();
  if (process.env.REELGATE_LAUNCHER_PIPE !== undefined) (await import('./hand-over.js')).endWithLauncher();
  const { resolveByName } = await import('./imports-by-name.js');
  // A clone runs its sources; a package contains only compiled code.
  const isClone = existsSync(new URL('../src/main.ts', import.meta.url));
  const sources = new URL(isClone ? '../src/' : '../dist/', import.meta.url).href;
  const ending = isClone ? '.ts' : '.js';
  resolveByName(sources, { ending, format: isClone ? 'module-typescript' : 'module' });
  const { answerAtOnce } = await import(`${sources}cli/answer-at-once${ending}`);
  const exitCode = await answerAtOnce(process.argv);
  if (exitCode !== null) {
    process.exitCode = exitCode;
    return;
  }
  const { main } = await import(`${sources}main${ending}`);
  await main(process.argv);
}

async function runOnPinned() {
  const pinned = pinnedNode();
  if (pinned !== null) (await import('./hand-over.js')).handOver(pinned);
}

/** When npm runs no install scripts, the package `node` is empty. */
function pinnedNode() {
  try {
    return nodeModule.createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    console.error(
      `reelgate: Node ${NODE_MAJOR_MIN} is not installed, and this is Node ${process.versions.node}. ` +
        'The install script of the package "node" brings it: run "npm rebuild node" with scripts allowed',
    );
    process.exitCode = EXIT_UNAVAILABLE;
    return null;
  }
}
