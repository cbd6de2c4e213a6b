// Owns `usage`: calls, failures and charges by day, path or key, and the operator's margin by provider.
import type { Static } from 'typebox';
import type { UsageView } from '../account/usage-view.ts';
import { type ProviderUsageView, usageProviders } from '../admin/usage-providers.ts';
import { usageRead } from '../admin/usage-read.ts';
import type { UsageBy } from '../storage/storage.ts';
import { day } from './arguments.ts';
import { type CliCommand, given, type Invocation } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { renderTable } from './table.ts';
import { EXIT } from './world.ts';

type Usage = Static<typeof UsageView>;

interface Options {
  account?: string;
  from?: string;
  to?: string;
  by?: UsageBy | 'provider';
}

function usageText({ world }: Invocation, usage: Usage): string {
  const columns = [
    { title: usage.by, canShrink: usage.by === 'path' },
    { title: 'calls', align: 'right' as const },
    { title: 'failures', align: 'right' as const },
    { title: `charged (${usage.currency})`, align: 'right' as const },
  ];
  const rows = [...usage.rows, { group: 'total', ...usage.totals }];
  const cells = rows.map((row) => [row.group, row.calls, row.failures, row.charged]);
  return `${usage.from} to ${usage.to}\n${renderTable(columns, cells, world.columns)}`;
}

interface Margin {
  from: string;
  to: string;
  currency: string;
  rows: Static<typeof ProviderUsageView>[];
}

function marginText({ world }: Invocation, { from, to, currency, rows }: Margin): string {
  const right = { align: 'right' as const };
  const columns = [
    { title: 'path', canShrink: true },
    { title: 'provider' },
    ...['attempts', 'failures', 'ms', 'cost', 'charged', `margin (${currency})`].map((title) => ({
      title,
      ...right,
    })),
  ];
  const cells = rows.map((row) => [
    row.path,
    row.provider,
    row.attempts,
    row.failures,
    row.average_ms,
    row.cost,
    row.charged,
    row.margin,
  ]);
  return `${from} to ${to}\n${renderTable(columns, cells, world.columns)}`;
}

export const usageCommand: CliCommand<[], Options> = {
  name: 'usage',
  summary: 'Show calls and charges by day, path or key',
  options: [
    { flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' },
    { flags: '--from <DAY>', summary: 'first UTC day (default: 30 days)', parse: day },
    { flags: '--to <DAY>', summary: 'last UTC day (default: today)', parse: day },
    {
      flags: '--by <WHAT>',
      summary: 'one row for each (default: day)',
      choices: ['day', 'path', 'key', 'provider'],
    },
  ],
  examples: ['usage', 'usage --account acme --from 2026-11-01 --by path', 'usage --by provider'],
  run: (call) =>
    withSession(call, async (session) => {
      const { by, from, to, account } = call.options;
      if (by === 'provider') {
        const margin = await session.run(usageProviders, { query: given({ from, to }) });
        show(call, margin, () => marginText(call, margin as unknown as Margin));
        return EXIT.ok;
      }
      const answer = await session.run(usageRead, { query: given({ by, from, to, account }) });
      show(call, answer, () => usageText(call, answer as Usage));
      return EXIT.ok;
    }),
};
