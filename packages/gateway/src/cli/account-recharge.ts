// Owns `account recharge`: when the saved card of an account pays by itself. Without options it only looks.
import type { Static } from 'typebox';
import type { RechargeView } from '../features/payments/payment-views.ts';
import {
  accountRechargeEnd,
  accountRechargeRead,
  accountRechargeSet,
} from '../features/payments/recharge.admin.ts';
import { amount } from './arguments.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { type Session, withSession } from './session.ts';
import { renderFields } from './table.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  below?: string;
  upTo?: string;
  monthMax?: string;
  end?: true;
}

function ask(session: Session, account: string, { below, upTo, monthMax, end }: Options) {
  const params = { account };
  const isSaid = below !== undefined || upTo !== undefined || monthMax !== undefined;
  if (end && isSaid) throw new CliError('--end ends the plan: give no amounts beside it', EXIT.usage);
  if (end) return session.run(accountRechargeEnd, { params });
  if (!isSaid) return session.run(accountRechargeRead, { params });
  if (below === undefined || upTo === undefined || monthMax === undefined)
    throw new CliError('a plan needs --below, --up-to and --month-max', EXIT.usage);
  return session.run(accountRechargeSet, {
    ...{ params, body: { below, up_to: upTo, month_max: monthMax } },
  });
}

function rechargeText(recharge: Static<typeof RechargeView>): string {
  return renderFields(Object.entries(recharge).map(([name, value]) => [name, String(value ?? '–')]));
}

export const accountRechargeCommand: CliCommand<[string], Options> = {
  name: 'account recharge',
  summary: 'Show, set or end the plan by which the saved card of an account pays',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  options: [
    { flags: '--below <AMOUNT>', summary: 'below this balance the card is asked', parse: amount },
    { flags: '--up-to <AMOUNT>', summary: 'up to this balance', parse: amount },
    { flags: '--month-max <AMOUNT>', summary: 'the most in one UTC month', parse: amount },
    { flags: '--end', summary: 'ask the card no more' },
  ],
  notes: 'The owner of the account saves a card by a top-up. A plan that rests goes on when it is set again.',
  examples: [
    'account recharge acme',
    'account recharge acme --below 5 --up-to 50 --month-max 200',
    'account recharge acme --end',
  ],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await ask(session, call.args[0], call.options);
      show(call, answer, () => rechargeText((answer as { recharge: Static<typeof RechargeView> }).recharge));
      return EXIT.ok;
    }),
};
