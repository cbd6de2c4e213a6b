// Owns `library remove`: takes records out for good, and writes down who did it and why. The line is written first: nothing is ever
// taken out without one.
import { findRecord, removeRecords } from '../library/shelf.ts';
import type { CliCommand } from './command.ts';
import { placeWithLibrary } from './library-place.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  reason: string;
}

export const libraryRemoveCommand: CliCommand<[string[]], Options> = {
  name: 'library remove',
  summary: 'Take records out of the local library, with a line in the audit log',
  arguments: [{ name: '<id...>', summary: 'of the records, as search results have them' }],
  options: [{ flags: '--reason <TEXT>', summary: 'why; it is written down', isRequired: true }],
  notes:
    'A serving gateway neither finds nor shows them from then on. Nothing is removed when one of them is not there. An import\n' +
    'that has them brings them back. Answers that were paid for before are kept for their buyers as long as all answers are.',
  examples: ['library remove youtube:dQw4w9WgXcQ --reason "takedown notice 4711"'],
  async run(call) {
    const place = await placeWithLibrary(call);
    const ids = [...new Set(call.args[0])];
    for (const id of ids)
      if ((await findRecord(place, id)) === null)
        throw new CliError(`the library has no record "${id}"; nothing was removed`, EXIT.no);
    await withSession(call, async ({ deps, caller }) => {
      const detail = { reason: call.options.reason };
      for (const id of ids) {
        await deps.storage.audit.note({ actor: caller.actor, action: 'library.remove', subject: id, detail });
      }
      await removeRecords(place, ids);
    });
    show(call, { removed: ids }, () => ids.map((id) => `Removed ${id}.\n`).join(''));
    return EXIT.ok;
  },
};
