// Owns `account refund`: gives back what one call was charged, never more.
import { accountRefund } from '../features/accounts/account.admin.ts';
import { moneyText, type ShownEntry } from './account-view.ts';
import { amount } from './arguments.ts';
import { type CliCommand, given } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

interface Options {
  requestId: string;
  amount?: string;
  reference?: string;
  reason: string;
}

export const accountRefundCommand: CliCommand<[string], Options> = {
  name: 'account refund',
  summary: 'Give back what a call was charged',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  options: [
    { flags: '--request-id <ID>', summary: 'the call', isRequired: true },
    {
      flags: '--amount <AMOUNT>',
      summary: 'part of the charge; without it, all that is left',
      parse: amount,
    },
    { flags: '--reference <TEXT>', summary: 'your name for this refund; sent again, it is not made twice' },
    { flags: '--reason <TEXT>', summary: 'for the ledger', isRequired: true },
  ],
  examples: ['account refund acme --request-id r-17 --reason "empty page"'],
  run: (call) =>
    withSession(call, async (session) => {
      const { requestId, reason, amount: part, reference } = call.options;
      const body = { request_id: requestId, reason, ...given({ amount: part, reference }) };
      const answer = await session.run(accountRefund, { params: { account: call.args[0] }, body });
      show(call, answer, () => moneyText(answer as { entry: ShownEntry; duplicate: boolean }));
      return EXIT.ok;
    }),
};
