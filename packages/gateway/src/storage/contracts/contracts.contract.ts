// The contract suites that run beside the bystander: an account whose rows no verb of another account may change.
import { expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { type BesideBystander, BYSTANDER, TABLES_OF_ACCOUNTS } from '../testing/bystander.ts';
import { addPayer, publishPrice } from '../testing/payer.ts';
import { describeCaps } from './caps.contract.ts';
import { describeCollections } from './collections.contract.ts';
import { describeComplaints } from './complaints.contract.ts';
import { describeEvents } from './events.contract.ts';
import { describeGathered } from './gathered.contract.ts';
import { describeGrants } from './grants.contract.ts';
import { describeLedgerEdges } from './ledger-edges.contract.ts';
import { describePayments } from './payments.contract.ts';
import { describeQuestions } from './questions.contract.ts';
import { describeSessions } from './sessions.contract.ts';
import { describeSignups } from './signups.contract.ts';
import { createTestClock, describeStorage } from './storage.contract.ts';
import { describeTerms } from './terms.contract.ts';
import { describeTiers } from './tiers.contract.ts';
import { describeWatches } from './watches.contract.ts';
import { describeWebhooks } from './webhooks.contract.ts';

export function describeContracts(name: string, open: (clock: Clock) => Promise<BesideBystander>): void {
  for (const describeSuite of [
    ...[
      describeCollections,
      describeEvents,
      describeGathered,
      describeGrants,
      describePayments,
      describeSessions,
    ],
    ...[describeSignups, describeTerms, describeTiers, describeWebhooks, describeWatches, describeQuestions],
    ...[describeStorage, describeCaps, describeComplaints, describeLedgerEdges],
  ])
    describeSuite(name, open);

  test(`${name}: the bystander has rows in every table of accounts, and a write to one of them is noticed`, async () => {
    const opened = await open(createTestClock());
    await publishPrice(opened.storage);
    const tables = (await opened.bystandersRows()).map((row) => row.slice(0, row.indexOf(':')));
    expect([...new Set(tables)]).toEqual(expect.arrayContaining(TABLES_OF_ACCOUNTS));
    await addPayer(opened.storage, 'other', 1);
    const rename = { actor: 'test', accountId: BYSTANDER, title: 'changed' };
    await expect(opened.storage.accounts.update(rename)).rejects.toThrow(
      'accounts.update changed rows of another',
    );
    await opened.close();
  });
}
