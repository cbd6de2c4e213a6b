// Owns `account adjust`: a correction by hand, up or down, always with a reason.
import { accountAdjust } from '../features/accounts/account.admin.ts';
import { moneyText, type ShownEntry } from './account-view.ts';
import { signedAmount } from './arguments.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const accountAdjustCommand: CliCommand<[string, string], { reason: string; reference: string }> = {
  name: 'account adjust',
  summary: 'Correct a balance up or down',
  arguments: [
    { name: '<account>', summary: 'id or name' },
    { name: '<amount>', summary: 'a decimal; negative takes money away', parse: signedAmount },
  ],
  options: [
    {
      flags: '--reference <TEXT>',
      summary: 'your name for this change; sent again, it is not made twice',
      isRequired: true,
    },
    { flags: '--reason <TEXT>', summary: 'for the ledger', isRequired: true },
  ],
  examples: [
    'account adjust acme -1.50 --reference inv-7-wrong --reason "wrong invoice"',
    'account adjust acme 3 --reference goodwill-2026-11 --reason goodwill',
  ],
  run: (call) =>
    withSession(call, async (session) => {
      const [account, by] = call.args;
      const { reason, reference } = call.options;
      const body = { amount: by, reason, reference };
      const answer = await session.run(accountAdjust, { params: { account }, body });
      show(call, answer, () => moneyText(answer as { entry: ShownEntry; duplicate: boolean }));
      return EXIT.ok;
    }),
};
