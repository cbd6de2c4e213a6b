// Commands on grants: parts of a balance that are spent first and may expire.

import type { AnyCommand } from '../../terminal/command.ts';
import { andOtherFields, type Columns, long, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { grantGive, grantList } from './grant.admin.ts';
import { type GrantShown, GrantView } from './grant-views.ts';

const COLUMNS: Columns<GrantShown> = {
  id: 'id',
  kind: 'kind',
  amount: right('amount'),
  remaining: right('remaining'),
  priority: right('priority'),
  expires: 'expires_at',
  reference: long('reference'),
  reason: long('reason'),
};
const GRANT = andOtherFields(COLUMNS, GrantView, ['currency', 'created_at']);

export const grantCommands: AnyCommand[] = [
  verbCommand({
    words: 'account grant',
    after: 'account adjust',
    summary: 'Add money that is used first, and may expire',
    verb: grantGive,
    arguments: { account: 'id or name', amount: 'a decimal such as 25.00' },
    flags: {
      kind: ['--kind <KIND>', 'promo and goodwill are given, paid was prepaid'],
      expires_at: ['--expires <TIME>', 'RFC 3339 (default: it does not expire)'],
      priority: [
        '--priority <N>',
        'the lowest number is spent first (default: promo 10, goodwill 20, paid 30)',
      ],
      reference: ['--reference <TEXT>', 'your reference; repeating it changes nothing'],
      reason: ['--reason <TEXT>', 'for the ledger'],
    },
    otherFlags: true,
    examples: [
      'account grant acme 5 --kind promo --expires 2027-01-01T00:00:00Z --reason "to try it"',
      'account grant acme 2.50 --kind goodwill --reason "slow week"',
    ],
    fields: ['grant', GRANT],
  }),
  verbCommand({
    words: 'account grants',
    after: 'account grant',
    summary: 'List the grants of an account, the newest first',
    verb: grantList,
    arguments: { account: 'id or name' },
    examples: ['account grants acme'],
    lists: ['grants', GRANT, 'There are no grants.'],
  }),
];
