// Planted bugs of card money and events: money that is credited twice, cards that are charged too much, debts in the balance, and events
// that are lost.
import type { PlantedBug } from './planted-bug.ts';

const RULES = 'storage/ledger/recharge-rules.ts';
const rules = (tests: string) => [{ file: 'storage/ledger/recharge-rules.test.ts', tests }];
const sqlitePayments = (tests: string) => [{ file: 'storage/sqlite/contracts.test.ts', tests }];

export const paymentsBugs: PlantedBug[] = [
  {
    number: 33,
    name: 'a payment that is told twice is credited twice',
    breaks: 'a payment is in the balance once',
    edits: [
      {
        file: 'storage/nouns/payments.ts',
        find: 'const entry = { accountId, amountMicros, reference, actor, callSeq: null, reason: null };',
        replace:
          'const entry = { accountId, amountMicros, reference: `${reference}:${account.entry_seq}`, actor, callSeq: null, reason: null };',
      },
    ],
    watches: sqlitePayments('are credited once'),
  },
  {
    number: 34,
    name: 'an event that was refused is left out',
    breaks: 'a webhook is sent every event, in order',
    edits: [
      {
        file: 'features/webhooks/deliver-webhooks.ts',
        find: 'return this.#note({ id, lease }, { ...webhook, failures }, sent);',
        replace: 'void this.#note;',
      },
    ],
    watches: [
      { file: 'features/webhooks/deliver-webhooks.test.ts', tests: 'sent again before anything behind it' },
    ],
  },
  {
    number: 35,
    name: 'what a card has paid in a month is forgotten',
    breaks: 'never more than its month allows',
    edits: [
      {
        file: RULES,
        find: 'const leftMicros = rule.monthMaxMicros - standing.monthMicros;',
        replace: 'const leftMicros = rule.monthMaxMicros;',
      },
    ],
    watches: rules('its month'),
  },
  {
    number: 35,
    name: 'a recharge of last time is no part of its month',
    breaks: 'never more than its month allows',
    edits: [
      {
        file: 'storage/nouns/recharges.ts',
        find: "WHEN month = $2 AND state IN ('charging', 'paid')",
        replace: "WHEN month = $2 AND state = 'charging'",
      },
    ],
    watches: sqlitePayments('of a month exactly what the rule allows'),
  },
  {
    number: 36,
    name: 'a payment that is taken back takes what is held',
    breaks: 'never below zero',
    edits: [
      {
        file: 'storage/ledger/disputes.ts',
        find: 'const takenMicros = Math.min(availableMicros, appliedMicros);',
        replace: 'const takenMicros = Math.min(balanceMicros, appliedMicros);',
      },
    ],
    watches: rules('leaves what is held'),
  },
  {
    number: 33,
    name: 'a payment can be refunded to its card several times',
    breaks: 'never more than that payment brought',
    edits: [
      {
        file: 'storage/ledger/paybacks.ts',
        find: 'const leftMicros = Math.max(0, creditedMicros - goneMicros);',
        replace: 'const leftMicros = Math.max(0, creditedMicros);',
      },
    ],
    watches: sqlitePayments('are never more together than was paid'),
  },
];
