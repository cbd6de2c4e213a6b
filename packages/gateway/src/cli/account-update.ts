// Owns `account update`. It never touches money.

import { ACCOUNT_NAME_TEXT } from '../domain/text-patterns.ts';
import { accountUpdate } from '../features/accounts/account.admin.ts';
import { accountText, type ShownAccount } from './account-view.ts';
import { type CliCommand, given } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  name?: string;
  title?: string;
  contact?: string;
  billingAddress?: string;
  taxId?: string;
  lowBalance?: string;
}

/** For whoever wants nothing there. */
const orNone = (text: string | undefined) => (text === 'none' ? null : text);

export const accountUpdateCommand: CliCommand<[string], Options> = {
  name: 'account update',
  summary: 'Change the name of an account, whose it is, and when it is told of a low balance',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  options: [
    { flags: '--name <NAME>', summary: `its new name: ${ACCOUNT_NAME_TEXT.words}` },
    { flags: '--title <TEXT>', summary: 'whose it is, for people; "none" for nobody' },
    { flags: '--contact <MAIL>', summary: 'a mail address; "none" for no one' },
    { flags: '--billing-address <TEXT>', summary: 'for statements; "none" for none' },
    { flags: '--tax-id <ID>', summary: 'for statements; "none" for none' },
    {
      flags: '--low-balance <AMOUNT>',
      summary: 'it is told when its balance falls below this; 0 never, "none" as the settings say',
    },
  ],
  examples: ['account update acme --title "Acme Ltd." --contact billing@acme.example --low-balance 5'],
  run: (call) =>
    withSession(call, async (session) => {
      const { name, title, contact, billingAddress, taxId, lowBalance } = call.options;
      const body = given({
        name,
        title: orNone(title),
        contact: orNone(contact),
        billing_address: orNone(billingAddress),
        tax_id: orNone(taxId),
        low_balance: orNone(lowBalance),
      });
      if (Object.keys(body).length === 0) throw new CliError('nothing to change was given', EXIT.usage);
      const answer = await session.run(accountUpdate, { params: { account: call.args[0] }, body });
      show(call, answer, () => accountText((answer as { account: ShownAccount }).account));
      return EXIT.ok;
    }),
};
