#!/usr/bin/env node
// Starts the `reelgate` command, on the Node that runs this file if that is new enough, else on the one that npm installed beside it.
// Where npm did, `npm run` and `npx` already put that Node first on PATH. Called in another way on an older Node, this file hands over to
// it, so this file must load on Node 20. A pinned Node that was changed is not used.
import { existsSync, realpathSync } from 'node:fs';
import { faultOf, pinnedNode } from './pinned-node.js';

const NODE_MAJOR_MIN = 26;
/** The exit code of a command that cannot do its work now. */
const EXIT_UNAVAILABLE = 3;

const pinned = pinnedNode();
const isNewEnough = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN;
const isPinned = pinned !== null && realpathSync(process.execPath) === pinned.program;
const fault = pinned !== null && (isPinned || !isNewEnough) ? faultOf(pinned) : null;

if (fault !== null) refuse(fault);
else if (isNewEnough) await runHere();
else if (pinned !== null) (await import('./hand-over.js')).handOver(pinned.program);
else refuse(missing());

function refuse(why) {
  console.error(`reelgate: ${why}`);
  process.exitCode = EXIT_UNAVAILABLE;
}

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

function missing() {
  return (
    `this is Node ${process.versions.node}, and reelgate needs Node ${NODE_MAJOR_MIN} or newer. ` +
    'Either install it on this machine, or let npm bring it: install reelgate without --omit=optional. ' +
    'npm has it for Linux and macOS on x64 and arm64, and for Windows on x64'
  );
}
