#!/usr/bin/env node
// Starts the `reelgate` command, on the Node that runs this file if that is new enough, else on the one that the package `node` brings.
// Where that package is installed, `npm run` and `npx` already put its Node first on PATH. Called in another way on an older Node, this
// file hands over to it, so this file must load on Node 20.
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

/** The package `node` is optional, and empty when npm runs no install scripts. */
function pinnedNode() {
  try {
    return nodeModule.createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    console.error(
      `reelgate: this is Node ${process.versions.node}, and reelgate needs Node ${NODE_MAJOR_MIN} or newer. ` +
        'Either install it on this machine, or let the package "node" bring it: ' +
        'install reelgate without --omit=optional, or run "npm rebuild node" with install scripts allowed',
    );
    process.exitCode = EXIT_UNAVAILABLE;
    return null;
  }
}
