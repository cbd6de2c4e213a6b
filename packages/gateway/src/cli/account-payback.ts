// Owns `account payback`: gives a card payment, or a part of it, back to its card.
import { accountPayback } from '../features/payments/payment.admin.ts';
import { amount } from './arguments.ts';
import { type CliCommand, given } from './command.ts';
import { show } from './output.ts';
import type { ShownPayback } from './payments-paybacks.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

interface Options {
  payment: string;
  amount?: string;
  reference?: string;
  reason: string;
}

const SAID = {
  made: 'went back to its card',
  wanted: 'has left the balance; its provider is asked again until it answers',
  refused: 'could not go back and is in the balance again',
};

function text({ payback, duplicate }: { payback: ShownPayback; duplicate: boolean }): string {
  const { id, amount: micros, currency, payment, state, failure } = payback;
  const why = failure === null ? '' : `: ${failure}`;
  const before = duplicate ? ' (wanted before; nothing was taken now)' : '';
  return `${id}: ${micros} ${currency} of ${payment} ${SAID[state]}${why}${before}\n`;
}

export const accountPaybackCommand: CliCommand<[string], Options> = {
  name: 'account payback',
  summary: 'Give a card payment back to its card',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  options: [
    { flags: '--payment <REFERENCE>', summary: 'as its top-up has it: stripe:pi_…', isRequired: true },
    { flags: '--amount <AMOUNT>', summary: 'a part; without it, all that is left', parse: amount },
    { flags: '--reference <TEXT>', summary: 'your name for this; sent again, it is not made twice' },
    { flags: '--reason <TEXT>', summary: 'for the ledger', isRequired: true },
  ],
  examples: ['account payback acme --payment stripe:pi_3N --amount 12.50 --reason "leaves"'],
  run: (call) =>
    withSession(call, async (session) => {
      const { payment, reason, amount: part, reference } = call.options;
      const body = { payment, reason, ...given({ amount: part, reference }) };
      const answer = await session.run(accountPayback, { params: { account: call.args[0] }, body });
      const shown = answer as unknown as { payback: ShownPayback; duplicate: boolean };
      show(call, answer, () => text(shown));
      return shown.payback.state === 'refused' ? EXIT.no : EXIT.ok;
    }),
};
