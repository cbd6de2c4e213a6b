// Owns `secret rotate`: has the service secret forgotten, so that the next start takes another one. It works only while nobody
// serves, because nodes with different secrets could not read each other's cursors.
import { forgetServiceSecret } from '../secrets/service-secret.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

export const secretRotateCommand: CliCommand<[], object> = {
  name: 'secret rotate',
  summary: 'Forget the service secret; the next start takes another one',
  notes:
    'The next start takes REELGATE_SECRET when it is given, and makes a secret otherwise. Cursors that were handed out ' +
    'before become invalid. Exit code 1 while a gateway runs on this data; one that was killed counts for 15 seconds.',
  examples: ['secret rotate'],
  run: (call) =>
    withSession(call, async ({ config, deps, caller }) => {
      const { length } = await deps.storage.nodes();
      if (length > 0)
        throw new CliError(`${length} gateway processes run on this data; stop them first`, EXIT.no);
      await forgetServiceSecret(config, deps.storage, caller.actor);
      show(call, { forgotten: true }, () => 'Forgotten. The next start takes another service secret.\n');
      return EXIT.ok;
    }),
};
