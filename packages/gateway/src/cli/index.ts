// The way to run one command. Only the one that serves is loaded at once: all the others take 60 ms of every start.

import type { CliWorld } from '../terminal/world.ts';
import { runProgram } from './program.ts';
import { serveCommand } from './serve.ts';

/** Runs one command and gives its exit code. `argv` as the process has it: node, script, words. */
export async function runCli(world: CliWorld, argv: string[]): Promise<number> {
  const list =
    argv[2] === serveCommand.name ? { commands: [serveCommand], groups: {} } : await import('./commands.ts');
  return runProgram(list, world, argv);
}
