// Owns `usage`: calls, failures and charges by day, path or key, and the operator's margin by account or provider.
import type { Static } from 'typebox';
import {
  type ProviderTotalView,
  type ProviderUsageView,
  type UsageSlicesView,
  usageProviders,
  usageRead,
  usageSlice,
} from '../features/usage/usage.admin.ts';
import type { UsageView } from '../features/usage/usage-views.ts';
import type { UsageBy } from '../storage/storage.ts';
import { day } from './arguments.ts';
import { type CliCommand, given, type Invocation } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { type Column, renderTable } from './table.ts';
import { EXIT } from './world.ts';

type Usage = Static<typeof UsageView>;

interface Options {
  account?: string;
  from?: string;
  to?: string;
  by?: UsageBy | 'provider' | 'account';
}

const right = (title: string): Column => ({ title, align: 'right' });

function usageText({ world }: Invocation, usage: Usage): string {
  const isByKey = usage.by === 'key';
  const columns = [
    { title: usage.by, canShrink: usage.by === 'path' },
    ...(isByKey ? [{ title: 'name', canShrink: true }] : []),
    right('calls'),
    right('failures'),
    right(`charged (${usage.currency})`),
  ];
  const rows = [...usage.rows, { group: 'total', name: null, ...usage.totals }];
  const cells = rows.map((row) => [
    row.group,
    ...(isByKey ? [row.name] : []),
    row.calls,
    row.failures,
    row.charged,
  ]);
  return `${usage.from} to ${usage.to}\n${renderTable(columns, cells, world.columns)}`;
}

interface Margin {
  from: string;
  to: string;
  currency: string;
  rows: Static<typeof ProviderUsageView>[];
  providers: Static<typeof ProviderTotalView>[];
  totals: Omit<Static<typeof ProviderTotalView>, 'provider'>;
}

/** A row for each path and provider, then one for each provider, then one for all. */
function marginText({ world }: Invocation, { from, to, currency, rows, providers, totals }: Margin): string {
  const columns = [
    { title: 'path', canShrink: true },
    { title: 'provider' },
    ...[
      'attempts',
      'failures',
      'ms',
      'cost',
      'charged',
      `margin (${currency})`,
      'complaints',
      'refunded',
      'claim',
    ].map(right),
  ];
  const all = [
    ...rows,
    ...providers.map((one) => ({ path: 'all paths', ...one })),
    { path: 'total', provider: null, ...totals },
  ];
  const cells = all.map((row) => [
    row.path,
    row.provider,
    row.attempts,
    row.failures,
    row.average_ms,
    row.cost,
    row.charged,
    row.margin,
    row.complaints,
    row.refunded,
    row.claim,
  ]);
  return `${from} to ${to}\n${renderTable(columns, cells, world.columns)}`;
}

type Slices = Static<typeof UsageSlicesView>;

/** A row for each account, then one for all. */
function accountsText({ world }: Invocation, { from, to, currency, rows, totals, is_cut }: Slices): string {
  const columns = [
    { title: 'account', canShrink: true },
    ...['calls', 'failures', 'charged', 'cost', `margin (${currency})`].map(right),
  ];
  const named = rows.map(({ groups, names, ...figures }) => ({ name: names[0] ?? groups[0]!, ...figures }));
  const cells = [...named, { name: 'total', ...totals }].map((row) => [
    row.name,
    row.calls,
    row.failures,
    row.charged,
    row.cost,
    row.margin,
  ]);
  const cut = is_cut ? 'There are more accounts than are shown.\n' : '';
  return `${from} to ${to}\n${renderTable(columns, cells, world.columns)}${cut}`;
}

export const usageCommand: CliCommand<[], Options> = {
  name: 'usage',
  summary: 'Show calls, failures and charges by day, path, key, account or provider',
  options: [
    { flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' },
    { flags: '--from <DAY>', summary: 'first UTC day (default: 30 days)', parse: day },
    { flags: '--to <DAY>', summary: 'last UTC day (default: today)', parse: day },
    {
      flags: '--by <WHAT>',
      summary: 'one row for each (default: day)',
      choices: ['day', 'path', 'key', 'account', 'provider'],
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
    withSession(call, async (session) => {
      const { by, from, to, account } = call.options;
      if (by === 'provider') {
        const margin = await session.run(usageProviders, { query: given({ from, to, account }) });
        show(call, margin, () => marginText(call, margin as unknown as Margin));
        return EXIT.ok;
      }
      if (by === 'account') {
        const slices = await session.run(usageSlice, { query: given({ by, from, to, account }) });
        show(call, slices, () => accountsText(call, slices as Slices));
        return EXIT.ok;
      }
      const answer = await session.run(usageRead, { query: given({ by, from, to, account }) });
      show(call, answer, () => usageText(call, answer as Usage));
      return EXIT.ok;
    }),
};
