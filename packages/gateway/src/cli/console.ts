// Owns `console`: prints a one-time link that signs in at the console in a browser.

import { ROLES } from '../domain/role.ts';
import { loginCodeCreate } from '../features/sessions/session.admin.ts';
import { type CliCommand, given } from './command.ts';
import { showOnce } from './output.ts';
import { withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

export const consoleCommand: CliCommand<[], { name?: string; role?: string }> = {
  name: 'console',
  summary: 'Print a one-time link that signs you in at the console in a browser',
  options: [
    { flags: '--name <NAME>', summary: 'who signs in, for the audit log (default: local)' },
    {
      flags: '--role <ROLE>',
      summary:
        'owner does everything, operator neither tokens nor prices, viewer only looks (default: owner)',
      choices: ROLES,
    },
  ],
  notes:
    'The link works once and for two minutes; the session that it opens lasts twelve hours. It leads to the admin listener ' +
    'of this configuration, or to service.admin_url.',
  examples: ['console', 'console --name ann --role viewer'],
  run: (call) =>
    withSession(call, async (session) => {
      const { admin, adminUrl } = session.config.service;
      if (admin.port === 0 && adminUrl === null)
        throw new CliError('the admin listener has no fixed port; set service.admin or service.admin_url');
      const { name, role } = call.options;
      const answer = await session.run(loginCodeCreate, { body: given({ name, role }) as object });
      const { url } = answer as { url: string };
      const remedy = 'Nobody can use it any more after two minutes. Make another one: reelgate console';
      await showOnce(call, answer, () => `${url}\n`, remedy);
      if ((await session.deps.storage.nodes()).length === 0)
        call.world.err('No gateway runs on this data: start one within two minutes, with reelgate serve.\n');
      return EXIT.ok;
    }),
};
