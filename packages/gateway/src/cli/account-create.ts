// Owns `account create`, with a first payment when one is given. The account and the payment are two steps: when the
// second is refused, the account stays and the message says so.

import { ACCOUNT_NAME_TEXT } from '../domain/text-patterns.ts';
import { accountCreate, accountRead, accountTopup } from '../features/accounts/account.admin.ts';
import { accountText, type ShownAccount, type ShownEntry } from './account-view.ts';
import { amount, type RateWish, rate, resolveRate } from './arguments.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { type Session, withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  topUp?: string;
  reference?: string;
  rate?: RateWish;
}

async function payIn(session: Session, account: string, { topUp, reference }: Options): Promise<ShownEntry> {
  try {
    const body = { amount: topUp!, reference: reference! };
    const posted = await session.run(accountTopup, { params: { account }, body });
    return (posted as { entry: ShownEntry }).entry;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(`the account was created, but not topped up: ${error.message}`, error.exitCode);
  }
}

export const accountCreateCommand: CliCommand<[string], Options> = {
  name: 'account create',
  summary: 'Create an account',
  arguments: [{ name: '<name>', summary: ACCOUNT_NAME_TEXT.words }],
  options: [
    { flags: '--top-up <AMOUNT>', summary: 'pay this in at once', parse: amount },
    { flags: '--reference <REF>', summary: 'names the payment; the same one is never added twice' },
    {
      flags: '--rate <N/SECONDS[:CONCURRENT]>',
      summary: 'limit of all keys of the account together',
      parse: rate,
    },
  ],
  examples: [
    'account create acme',
    'account create acme --top-up 25.00 --reference inv-1',
    'account create acme --rate 600/60:50',
  ],
  run: (call) =>
    withSession(
      call,
      async (session) => {
        const { options } = call;
        if ((options.topUp === undefined) !== (options.reference === undefined)) {
          throw new CliError('--top-up and --reference go together', EXIT.usage);
        }
        const limit = options.rate === undefined ? {} : { rate: resolveRate(options.rate, session.config) };
        const made = await session.run(accountCreate, { body: { name: call.args[0], ...limit } });
        const { id } = (made as { account: ShownAccount }).account;
        const entry = options.topUp === undefined ? null : await payIn(session, id, options);
        const read = await session.run(accountRead, { params: { account: id } });
        const { account } = read as { account: ShownAccount };
        show(call, { account, entry }, () => accountText(account));
        return EXIT.ok;
      },
      { mayCreate: true },
    ),
};
