// Owns `connectors check`: one real search at every configured provider of a connector, with the operator's own settings.
// It goes the way of a paid call, but opens none: nobody is charged.
import type { Probe } from '../domain/probe.ts';
import type { CliCommand, Invocation } from './command.ts';
import { providersOf } from './connectors-list.ts';
import { show, tableText } from './output.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  keyword?: string;
}

const COLUMNS = [
  { title: 'provider' },
  { title: 'platform' },
  { title: 'outcome' },
  { title: 'items', align: 'right' as const },
  { title: 'end' },
  { title: 'ms', align: 'right' as const },
  { title: 'detail', canShrink: true },
];

function cells(probe: Probe) {
  return [
    probe.provider,
    probe.platform,
    probe.outcome,
    probe.items,
    probe.end,
    probe.duration_ms,
    probe.detail,
  ];
}

/** A provider's own name checks that one; a connector's name checks all of its providers. */
function chosen(call: Invocation, name: string): string[] {
  const { providers } = call.world.config(call.configFile);
  if (providers[name] !== undefined) return [name];
  if (call.world.connectors.every((connector) => connector.name !== name)) {
    throw new CliError(`there is no provider and no connector "${name}"`, EXIT.no);
  }
  const names = providersOf(call, name);
  if (names.length > 0) return names;
  throw new CliError(`no provider uses the connector "${name}"; add one under "providers"`, EXIT.no);
}

export const connectorsCheckCommand: CliCommand<[string], Options> = {
  name: 'connectors check',
  summary: 'Search once at each provider of a connector, live',
  arguments: [{ name: '<name>', summary: 'of a connector, or of one provider' }],
  options: [{ flags: '--keyword <TEXT>', summary: 'what to search for (default: cat)' }],
  notes: 'Uses the settings and credentials of the configuration. The platform may count or bill the search.',
  examples: ['connectors check peertube', 'connectors check framatube --keyword 猫'],
  async run(call) {
    const config = call.world.config(call.configFile);
    const names = chosen(call, call.args[0]);
    const probes = await call.world.probe(config, names, call.options.keyword ?? 'cat');
    show(call, { probes }, () => tableText(call, COLUMNS, probes.map(cells), 'Nothing was checked.'));
    return probes.every(({ outcome }) => outcome === 'ok') ? EXIT.ok : EXIT.no;
  },
};
