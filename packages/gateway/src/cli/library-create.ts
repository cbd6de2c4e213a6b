// Owns `library create`: a library without records, for whoever wants searches of it to be answered although there is nothing to find.
import { openWriter } from '../library/open-store.ts';
import { libraryPlaceOf } from '../library/place.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { EXIT } from './world.ts';

export const libraryCreateCommand: CliCommand<[], object> = {
  name: 'library create',
  summary: 'Begin a library without records',
  notes:
    'A gateway sells nothing of a library that nobody has made, and with PostgreSQL it is not ready either. An import makes one ' +
    'too, so this is only for an empty one. A library that is there stays as it is.',
  examples: ['library create'],
  async run(call) {
    const writer = await openWriter(libraryPlaceOf(call.world.config(call.configFile)));
    try {
      await writer.begin();
    } finally {
      await writer.close();
    }
    show(call, { created: true }, () => 'There is a library now; an import fills it.\n');
    return EXIT.ok;
  },
};
