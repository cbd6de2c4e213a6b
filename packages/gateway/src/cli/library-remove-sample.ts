// Owns `library remove-sample`: takes the invented videos of the first start out again, all of them at once.
import { removeSample } from '../library/sample.ts';
import type { CliCommand } from './command.ts';
import { placeWithLibrary } from './library-place.ts';
import { show } from './output.ts';
import { EXIT } from './world.ts';

export const libraryRemoveSampleCommand: CliCommand<[], object> = {
  name: 'library remove-sample',
  summary: 'Remove the sample records of the first start',
  notes: 'Your own records stay. The samples do not come back.',
  examples: ['library remove-sample'],
  async run(call) {
    const removed = await removeSample(await placeWithLibrary(call));
    show(call, { removed }, () => `Removed ${removed} sample records.\n`);
    return EXIT.ok;
  },
};
