// Runs one command. Only `serve` is imported at once: importing the others takes 60 ms of every start.

import type { CliWorld } from '../terminal/world.ts';
import { runProgram } from './program.ts';
import { serveCommand } from './serve.ts';

/** Runs one command and returns its exit code. `argv` as in the process: node, script, words. */
export async function runCli(world: CliWorld, argv: string[]): Promise<number> {
  const list =
    argv[2] === serveCommand.name ? { commands: [serveCommand], groups: {} } : await import('./commands.ts');
  return runProgram(list, world, argv);
}
