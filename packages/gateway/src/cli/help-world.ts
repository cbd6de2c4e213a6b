// What printing help and the version needs of the world of commands.
import type { CliWorld } from '../terminal/world.ts';

export type HelpWorld = Pick<CliWorld, 'out' | 'err' | 'outputLoss' | 'columns' | 'colors' | 'versions'>;

/** No command is run with it, so the rest of the world is never used. */
export function helpWorld(world: HelpWorld): CliWorld {
  return world as CliWorld;
}
