// Owns `storage archive`: what is charged and credited is appended to files elsewhere every few seconds, while the gateway serves, until the
// command is stopped. It only reads the ledger.
import { resolve } from 'node:path';
import { BrokenArchive } from '../storage/archive/archive-files.ts';
import { type Archived, Archiver } from '../storage/archive/archiver.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { wholeNumber } from './arguments.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { type Session, withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  once?: boolean;
  every?: number;
}

type Call = Invocation<[string], Options>;

/** What may be lost at most, with the machine of the database. */
const EVERY_SECONDS = 5;

/** Words for what the archive itself refuses. */
export async function orBroken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof BrokenArchive ? new CliError(error.message, EXIT.no) : error;
  });
}

async function archiveOnce(call: Call, { deps }: Session, archiver: Archiver): Promise<Archived> {
  return orBroken(archiver.archiveNew(deps.storage.ledger, () => call.world.clock.nowMs()));
}

/** A database that is away comes back; until then there is nothing to archive. */
async function follow(call: Call, session: Session, archiver: Archiver): Promise<void> {
  const everyMs = (call.options.every ?? EVERY_SECONDS) * 1_000;
  do {
    try {
      await archiveOnce(call, session, archiver);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      call.world.err(`${error.message}; trying again\n`);
    }
  } while (await call.world.goesOn(everyMs));
}

export const storageArchiveCommand: CliCommand<[string], Options> = {
  name: 'storage archive',
  summary: 'Append entries and charged ids to an archive every few seconds, while the gateway serves',
  arguments: [{ name: '<folder>', summary: 'where the segments lie; on another machine than the database' }],
  options: [
    { flags: '--once', summary: 'archive what there is, and end' },
    {
      flags: '--every <SECONDS>',
      summary: `seconds between two looks (default: ${EVERY_SECONDS})`,
      parse: wholeNumber(1, 3_600),
    },
  ],
  notes:
    'Segments only ever grow. Each batch carries the digest of the one before it, so nothing can be changed or cut out unnoticed. The\n' +
    'first run archives all entries that there are. It is about money alone: a backup holds the library. After a restore run\n' +
    '"storage catch-up" on it, before the gateway serves again.',
  examples: ['storage archive /archive/reelgate', 'storage archive /archive/reelgate --once'],
  run: (call) =>
    withSession(call, async (session) => {
      const archiver = await orBroken(Archiver.open(resolve(call.args[0])));
      if (call.options.once !== true) {
        await follow(call, session, archiver);
        return EXIT.ok;
      }
      const archived = { ...(await archiveOnce(call, session, archiver)), digest: archiver.digest };
      show(call, archived, () => `${archived.entries} new entries are in the archive.\n`);
      return EXIT.ok;
    }),
};
