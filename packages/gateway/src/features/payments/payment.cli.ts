// Commands on money that callers pay in: orders, disputes, paybacks to cards, and recharges from a saved card.
import type { Static } from 'typebox';
import { amount } from '../../terminal/arguments.ts';
import type { AnyCommand, CliCommand } from '../../terminal/command.ts';
import { type ControlPlane, withControlPlane } from '../../terminal/control-plane.ts';
import { show } from '../../terminal/output.ts';
import { renderFields, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { CliError, EXIT } from '../../terminal/world.ts';
import { accountPayback, disputeList, paybackList, rechargeList, topupOrderList } from './payment.admin.ts';
import type { PaybackView, RechargeView } from './payment-views.ts';
import { accountRechargeEnd, accountRechargeRead, accountRechargeSet } from './recharge.admin.ts';

type Payback = Static<typeof PaybackView>;

const PAYBACK_SAID = {
  made: 'went back to its card',
  wanted: 'has left the balance; its provider is asked again until it answers',
  refused: 'could not go back and is in the balance again',
};

function showsPayback({ payback, duplicate }: { payback: Payback; duplicate: boolean }): string {
  const { id, amount: part, currency, payment, state, failure } = payback;
  const why = failure === null ? '' : `: ${failure}`;
  const before = duplicate ? ' (requested before; nothing was taken now)' : '';
  return `${id}: ${part} ${currency} of ${payment} ${PAYBACK_SAID[state]}${why}${before}\n`;
}

interface RechargeOptions {
  below?: string;
  upTo?: string;
  monthMax?: string;
  end?: true;
}

/** Without options it only shows the rule. */
function askRecharge(
  control: ControlPlane,
  account: string,
  { below, upTo, monthMax, end }: RechargeOptions,
) {
  const params = { account };
  const isSaid = below !== undefined || upTo !== undefined || monthMax !== undefined;
  if (end && isSaid) throw new CliError('--end ends the recharge rule: give no amounts with it', EXIT.usage);
  if (end) return control.run(accountRechargeEnd, { params });
  if (!isSaid) return control.run(accountRechargeRead, { params });
  if (below === undefined || upTo === undefined || monthMax === undefined)
    throw new CliError('a recharge rule needs --below, --up-to and --month-max', EXIT.usage);
  return control.run(accountRechargeSet, { params, body: { below, up_to: upTo, month_max: monthMax } });
}

function rechargeText(recharge: Static<typeof RechargeView>): string {
  return renderFields(Object.entries(recharge).map(([name, value]) => [name, String(value ?? '–')]));
}

const recharge: CliCommand<[string], RechargeOptions> = {
  name: 'account recharge',
  after: 'account grants',
  summary: 'Show, set or end the recharge rule of an account: when its saved card pays',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  options: [
    { flags: '--below <AMOUNT>', summary: 'charge the card below this balance', parse: amount },
    { flags: '--up-to <AMOUNT>', summary: 'up to this balance', parse: amount },
    { flags: '--month-max <AMOUNT>', summary: 'the most in one UTC month', parse: amount },
    { flags: '--end', summary: 'charge the card no more' },
  ],
  notes: 'The owner of the account saves a card by a top-up. A paused rule goes on when it is set again.',
  examples: [
    'account recharge acme',
    'account recharge acme --below 5 --up-to 50 --month-max 200',
    'account recharge acme --end',
  ],
  run: (call) =>
    withControlPlane(call, async (control) => {
      const answer = await askRecharge(control, call.args[0], call.options);
      show(call, answer, () => rechargeText(answer.recharge));
      return EXIT.ok;
    }),
};

const account = ['--account <ACCOUNT>', 'only this account (default: all)'] as const;
const state = ['--state <STATE>', 'only those in this state (default: all)'] as const;

export const paymentCommands: AnyCommand[] = [
  verbCommand({
    words: 'account payback',
    after: 'account refund',
    summary: 'Give a card payment back to its card',
    verb: accountPayback,
    arguments: { account: 'id or name' },
    flags: {
      payment: ['--payment <REFERENCE>', 'as its top-up has it: stripe:pi_…'],
      amount: ['--amount <AMOUNT>', 'a part; without it, all that is left'],
      reference: ['--reference <TEXT>', 'your reference; repeating it changes nothing'],
      reason: ['--reason <TEXT>', 'for the ledger'],
    },
    examples: ['account payback acme --payment stripe:pi_3N --amount 12.50 --reason "leaves"'],
    shows: showsPayback,
    exit: ({ payback }) => (payback.state === 'refused' ? EXIT.no : EXIT.ok),
  }),
  recharge,
  verbCommand({
    words: 'payments topups',
    summary: 'List top-ups that callers ordered, the newest first',
    verb: topupOrderList,
    flags: { account, state },
    examples: ['payments topups', 'payments topups --account acme'],
    lists: [
      'topups',
      {
        id: 'id',
        account: 'account_id',
        ordered: 'created_at',
        way: 'way',
        state: 'state',
        amount: right('amount'),
        reference: 'reference',
      },
      'There are no such top-ups.',
    ],
  }),
  verbCommand({
    words: 'payments disputes',
    summary: 'List payments that were taken back, the newest first',
    verb: disputeList,
    flags: { account },
    examples: ['payments disputes', 'payments disputes --account acme'],
    lists: [
      'disputes',
      {
        id: 'id',
        account: 'account_id',
        withdrawn: 'withdrawn_at',
        state: 'state',
        applied: right('applied'),
        taken: right('taken'),
        owed: right('owed'),
        reference: 'reference',
      },
      'There are no such disputes.',
    ],
  }),
  verbCommand({
    words: 'payments paybacks',
    summary: 'List what went back to cards, the newest first',
    verb: paybackList,
    flags: { account, state },
    examples: ['payments paybacks', 'payments paybacks --state wanted'],
    lists: [
      'paybacks',
      {
        id: 'id',
        account: 'account_id',
        wanted: 'wanted_at',
        state: 'state',
        amount: right('amount'),
        payment: 'payment',
        failure: 'failure',
      },
      'There are no such paybacks.',
    ],
  }),
  verbCommand({
    words: 'payments recharges',
    summary: 'List recharges by saved cards, the newest first',
    verb: rechargeList,
    flags: { account, state },
    examples: ['payments recharges', 'payments recharges --account acme'],
    lists: [
      'recharges',
      {
        id: 'id',
        account: 'account_id',
        wanted: 'wanted_at',
        state: 'state',
        amount: right('amount'),
        failure: 'failure',
        reference: 'reference',
      },
      'There are no such recharges.',
    ],
  }),
];
