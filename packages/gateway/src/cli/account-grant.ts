// Owns `account grant`: money that is used first and may expire, always with a reason.

import { GRANT_KINDS, GRANT_PRIORITY_MAX, type GrantKind } from '../domain/grant.ts';
import { grantGive } from '../features/grants/grant.admin.ts';
import type { GrantShown } from '../features/grants/grant-views.ts';
import { amount, wholeNumber } from './arguments.ts';
import { type CliCommand, given } from './command.ts';
import { grantText } from './grant-view.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

interface Options {
  kind: GrantKind;
  expires?: string;
  priority?: number;
  reference?: string;
  reason: string;
}

export const accountGrantCommand: CliCommand<[string, string], Options> = {
  name: 'account grant',
  summary: 'Add money that is used first, and may expire',
  arguments: [
    { name: '<account>', summary: 'id or name' },
    { name: '<amount>', summary: 'a decimal such as 25.00', parse: amount },
  ],
  options: [
    {
      flags: '--kind <KIND>',
      summary: 'promo and goodwill are given, paid was prepaid',
      choices: [...GRANT_KINDS],
      isRequired: true,
    },
    { flags: '--expires <TIME>', summary: 'RFC 3339 (default: it does not expire)' },
    {
      flags: '--priority <N>',
      summary: 'the lowest is used first (default: promo 10, goodwill 20, paid 30)',
      parse: wholeNumber(0, GRANT_PRIORITY_MAX),
    },
    { flags: '--reference <TEXT>', summary: 'your name for this change; sent again, it is not made twice' },
    { flags: '--reason <TEXT>', summary: 'for the ledger', isRequired: true },
  ],
  examples: [
    'account grant acme 5 --kind promo --expires 2027-01-01T00:00:00Z --reason "to try it"',
    'account grant acme 2.50 --kind goodwill --reason "slow week"',
  ],
  run: (call) =>
    withSession(call, async (session) => {
      const [account, by] = call.args;
      const { kind, expires, priority, reference, reason } = call.options;
      const body = { kind, amount: by, reason, ...given({ expires_at: expires, priority, reference }) };
      const answer = await session.run(grantGive, { params: { account }, body });
      show(call, answer, () => grantText((answer as { grant: GrantShown }).grant));
      return EXIT.ok;
    }),
};
