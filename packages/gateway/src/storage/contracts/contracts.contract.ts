// The contract suites that run beside the bystander: an account whose rows no verb of another account may change.
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { type BesideBystander, BYSTANDER, TABLES_OF_ACCOUNTS, WRITES } from '../testing/bystander.ts';
import { addPayer, publishPrice } from '../testing/payer.ts';
import { describeCaps } from './caps.contract.ts';
import { describeCollections } from './collections.contract.ts';
import { describeComplaints } from './complaints.contract.ts';
import { describeEvents } from './events.contract.ts';
import { describeGathered } from './gathered.contract.ts';
import { describeGrants } from './grants.contract.ts';
import { describeLedgerEdges } from './ledger-edges.contract.ts';
import { describeOtherWrites } from './other-writes.contract.ts';
import { describePayments } from './payments.contract.ts';
import { describeQuestions } from './questions.contract.ts';
import { describeRunPages } from './run-pages.contract.ts';
import { describeSessions } from './sessions.contract.ts';
import { describeSignups } from './signups.contract.ts';
import { createTestClock, describeStorage } from './storage.contract.ts';
import { describeTerms } from './terms.contract.ts';
import { describeTiers } from './tiers.contract.ts';
import { describeWatches } from './watches.contract.ts';
import { describeWebhooks } from './webhooks.contract.ts';

/** By the name of its file. */
const BESIDE = {
  caps: describeCaps,
  collections: describeCollections,
  complaints: describeComplaints,
  events: describeEvents,
  gathered: describeGathered,
  grants: describeGrants,
  'ledger-edges': describeLedgerEdges,
  'other-writes': describeOtherWrites,
  payments: describePayments,
  questions: describeQuestions,
  'run-pages': describeRunPages,
  sessions: describeSessions,
  signups: describeSignups,
  storage: describeStorage,
  terms: describeTerms,
  tiers: describeTiers,
  watches: describeWatches,
  webhooks: describeWebhooks,
};
/** Suites without the bystander: they count all accounts, or need several nodes. What they write is also written beside it. */
const ALONE = [
  'archive',
  'call-lists',
  'caps-races',
  'checkpoint',
  'duties',
  'in-full',
  'quotas',
  'retention',
  'walk-states',
];

export function describeContracts(name: string, open: (clock: Clock) => Promise<BesideBystander>): void {
  const compared = new Set<string>();
  const openCounted = async (clock: Clock) => {
    const opened = await open(clock);
    const close = async () => {
      for (const verb of opened.compared) compared.add(verb);
      await opened.close();
    };
    return { ...opened, close };
  };
  for (const describeSuite of Object.values(BESIDE)) describeSuite(name, openCounted);

  test(`${name}: the bystander has rows in every table of accounts, and a write to one of them is noticed`, async () => {
    const opened = await open(createTestClock());
    await publishPrice(opened.storage);
    const tables = (await opened.bystandersRows()).map((row) => row.slice(0, row.indexOf(':')));
    expect([...new Set(tables)]).toEqual(expect.arrayContaining(TABLES_OF_ACCOUNTS));
    await addPayer(opened.storage, 'other', 1);
    const rename = { actor: 'test', accountId: BYSTANDER, title: 'changed' };
    // What no verb compared is compared when the storage closes.
    const updateAndClose = async () => {
      try {
        await opened.storage.accounts.update(rename);
      } finally {
        await opened.close();
      }
    };
    await expect(updateAndClose()).rejects.toThrow(/accounts\.update changed rows of another/);
  });

  test(`${name}: every suite runs beside the bystander, or is named as one that cannot`, () => {
    const suites = globSync('*.contract.ts', { cwd: import.meta.dirname }).map((file) => file.split('.')[0]);
    expect(suites.toSorted()).toEqual([...Object.keys(BESIDE), ...ALONE, 'contracts'].toSorted());
  });

  // The last test of the file: it looks back at what the suites did.
  test(`${name}: every write of the storage port has run beside the bystander`, () => {
    expect(WRITES.filter((verb) => !compared.has(verb))).toEqual([]);
  });
}
