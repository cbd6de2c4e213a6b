// Owns `connectors list`: which platforms' APIs this build can speak, and which of them are configured.
import type { Connector } from '../connectors/connector.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show, tableText } from './output.ts';
import { EXIT } from './world.ts';

const COLUMNS = [
  { title: 'connector' },
  { title: 'platforms' },
  { title: 'key' },
  { title: 'resale' },
  { title: 'providers' },
  { title: 'website', canShrink: true },
];

/** Names of the configured providers that use it. */
export function providersOf(call: Invocation, connector: string): string[] {
  const { providers } = call.world.config(call.configFile);
  return Object.keys(providers).filter((name) => providers[name]?.connector === connector);
}

function view(call: Invocation, { name, facts }: Connector) {
  return {
    name,
    platforms: facts.platforms,
    key_needed: facts.keyNeeded,
    resale: facts.resale,
    providers: providersOf(call, name),
    website: facts.website,
  };
}

export const connectorsListCommand: CliCommand<[], object> = {
  name: 'connectors list',
  summary: 'List the connectors of this build',
  examples: ['connectors list'],
  async run(call) {
    const connectors = call.world.connectors.map((connector) => view(call, connector));
    const rows = connectors.map((row) => [
      row.name,
      row.platforms?.join(', ') ?? 'any name',
      row.key_needed ? 'needed' : 'none',
      row.resale,
      row.providers.join(', '),
      row.website,
    ]);
    show(call, { connectors }, () => tableText(call, COLUMNS, rows, 'There are no connectors.'));
    return EXIT.ok;
  },
};
