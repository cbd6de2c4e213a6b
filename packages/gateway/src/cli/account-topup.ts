// Owns `account topup`. The reference makes it safe to repeat.
import { accountRead, accountTopup } from '../features/accounts/account.admin.ts';
import { moneyText, type ShownAccount, type ShownEntry } from './account-view.ts';
import { amount } from './arguments.ts';
import { type CliCommand, given } from './command.ts';
import { show } from './output.ts';
import { type Session, withSession } from './session.ts';
import { type CliWorld, EXIT } from './world.ts';

/** Money in a closed account can be spent by nobody until the account is opened again. */
async function warnOfClosed(world: CliWorld, session: Session, account: string): Promise<void> {
  const read = (await session.run(accountRead, { params: { account } })) as { account: ShownAccount };
  if (read.account.status === 'closed')
    world.err(
      `Warning: ${account} is closed, so nobody can spend this. "account reopen ${account}" opens it.\n`,
    );
}

export const accountTopupCommand: CliCommand<[string, string], { reference: string; reason?: string }> = {
  name: 'account topup',
  summary: 'Pay into an account',
  arguments: [
    { name: '<account>', summary: 'id or name' },
    { name: '<amount>', summary: 'a decimal such as 25.00', parse: amount },
  ],
  options: [
    {
      flags: '--reference <REF>',
      summary: 'names the payment; the same one is never added twice',
      isRequired: true,
    },
    { flags: '--reason <TEXT>', summary: 'a note for the ledger' },
  ],
  examples: ['account topup acme 25.00 --reference inv-2'],
  run: (call) =>
    withSession(call, async (session) => {
      const { reference, reason } = call.options;
      const [account, paid] = call.args;
      const body = { amount: paid, reference, ...given({ reason }) };
      const answer = await session.run(accountTopup, { params: { account }, body });
      show(call, answer, () => moneyText(answer as { entry: ShownEntry; duplicate: boolean }));
      await warnOfClosed(call.world, session, account);
      return EXIT.ok;
    }),
};
