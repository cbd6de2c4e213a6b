// The command that prints calls, failures and charges by day, path or key, and the operator's margin by account or provider.
import type { Static } from 'typebox';
import { day } from '../../terminal/arguments.ts';
import { type AnyCommand, type CliCommand, given, type Invocation } from '../../terminal/command.ts';
import { withControlPlane } from '../../terminal/control-plane.ts';
import { show } from '../../terminal/output.ts';
import { choicesOf } from '../../terminal/schema-fields.ts';
import { type Columns, long, right, tableOf } from '../../terminal/table.ts';
import { EXIT } from '../../terminal/world.ts';
import { type UsageSlicesView, usageProviders, usageRead, usageSlice } from './usage.admin.ts';
import type { UsageView } from './usage-views.ts';

type Usage = Static<typeof UsageView>;
type Margin = Static<typeof usageProviders.result>;
type Slices = Static<typeof UsageSlicesView>;

interface Options {
  account?: string;
  from?: string;
  to?: string;
  by?: Usage['by'] | 'provider' | 'account';
}

function usageText({ world }: Invocation, usage: Usage): string {
  const rows = [...usage.rows, { group: 'total', name: null, ...usage.totals }];
  const columns: Columns<(typeof rows)[number]> = {
    [usage.by]: usage.by === 'path' ? long('group') : 'group',
    ...(usage.by === 'key' && { name: long('name') }),
    calls: right('calls'),
    failures: right('failures'),
    [`charged (${usage.currency})`]: right('charged'),
  };
  return `${usage.from} to ${usage.to}\n${tableOf(columns, rows, world.columns)}`;
}

/** One row per path and provider, then one per provider, then the total. */
function marginText({ world }: Invocation, { from, to, currency, rows, providers, totals }: Margin): string {
  const all = [
    ...rows,
    ...providers.map((one) => ({ path: 'all paths', ...one })),
    { path: 'total', provider: null, ...totals },
  ];
  const columns: Columns<(typeof all)[number]> = {
    path: long('path'),
    provider: 'provider',
    attempts: right('attempts'),
    failures: right('failures'),
    ms: right('average_ms'),
    cost: right('cost'),
    charged: right('charged'),
    [`margin (${currency})`]: right('margin'),
    complaints: right('complaints'),
    refunded: right('refunded'),
    claim: right('claim'),
  };
  return `${from} to ${to}\n${tableOf(columns, all, world.columns)}`;
}

/** One row per account, then the total. */
function accountsText({ world }: Invocation, { from, to, currency, rows, totals, is_cut }: Slices): string {
  const named = rows.map(({ groups, names, ...figures }) => ({ name: names[0] ?? groups[0]!, ...figures }));
  const all = [...named, { name: 'total', ...totals }];
  const columns: Columns<(typeof all)[number]> = {
    account: long('name'),
    calls: right('calls'),
    failures: right('failures'),
    charged: right('charged'),
    cost: right('cost'),
    [`margin (${currency})`]: right('margin'),
  };
  const more = is_cut ? 'There are more accounts than are shown.\n' : '';
  return `${from} to ${to}\n${tableOf(columns, all, world.columns)}${more}`;
}

/** By these one verb reads; by accounts and by providers others do. */
const READ_BY = choicesOf(usageRead.query.properties.by)!.choices!;

const usage: CliCommand<[], Options> = {
  name: 'usage',
  summary: 'Show calls, failures and charges by day, path, key, account or provider',
  options: [
    { flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' },
    { flags: '--from <DAY>', summary: 'first UTC day (default: 30 days)', parse: day },
    { flags: '--to <DAY>', summary: 'last UTC day (default: today)', parse: day },
    {
      flags: '--by <WHAT>',
      summary: `one row for each (default: ${READ_BY[0]})`,
      choices: [...READ_BY, 'account', 'provider'],
    },
  ],
  notes:
    'Failures are calls that began and were not answered, free of charge; by provider, attempts that failed. What was refused ' +
    'before it began (a bad key, no money, a limit, no provider) is not counted. With --by provider, an account is counted ' +
    'from its calls: of a request id that was tried again after a failure, the last time. Complaints are those that ended in a ' +
    'refund on these days; the claim is what their answers cost, to be asked back from the provider.',
  examples: [
    'usage',
    'usage --account acme --from 2026-11-01 --by path',
    'usage --by account',
    'usage --by provider --account acme',
  ],
  run: (call) =>
    withControlPlane(call, async (control) => {
      const { by, from, to, account } = call.options;
      const query = given({ from, to, account });
      if (by === 'provider') {
        const margin = await control.run(usageProviders, { query });
        show(call, margin, () => marginText(call, margin));
      } else if (by === 'account') {
        const slices = await control.run(usageSlice, { query: { by, ...query } });
        show(call, slices, () => accountsText(call, slices));
      } else {
        const answer = await control.run(usageRead, { query: { ...given({ by }), ...query } });
        show(call, answer, () => usageText(call, answer));
      }
      return EXIT.ok;
    }),
};

export const usageCommands: AnyCommand[] = [usage];
