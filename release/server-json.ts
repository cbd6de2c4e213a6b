// The description of the gateway for the registry of MCP servers. The tree has it with OWNER in its name, because the registry gives names to
// those who own a repository; the release command fills the owner in, and writes the same name into the package, which proves that both
// belong together. `npm run release` leaves it in dist/release.
import { mcpCommand } from '../packages/gateway/src/cli/mcp.ts';
import { readText } from './version.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const OWNER = 'OWNER';

/** The name that the registry gives to the owner of a repository at GitHub; null for all other addresses, whose owners it cannot know. */
export function mcpName(repository: string | null): string | null {
  const found = /^https:\/\/github\.com\/([A-Za-z0-9-]+)\/[^/]+$/.exec(repository ?? '');
  return found === null ? null : nameFor(found[1]!);
}

const nameFor = (owner: string) => `io.github.${owner}/reelgate`;

const KEY_TEXT = 'An API key of the gateway, made by its operator or in its portal';

/** `repository` null: as it is in the tree. */
export function serverJson(repository: string | null): object {
  const { name: identifier, version } = JSON.parse(readText('packages/gateway/package.json')) as {
    name: string;
    version: string;
  };
  return {
    $schema: SCHEMA,
    name: mcpName(repository) ?? nameFor(OWNER),
    title: 'Reelgate',
    description:
      'Video search over many platforms, from your own gateway: records, transcripts, prices, watches.',
    version,
    ...(mcpName(repository) !== null && {
      repository: { url: repository, source: 'github', subfolder: 'packages/gateway' },
    }),
    packages: [
      {
        registryType: 'npm',
        identifier,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: mcpCommand.name }],
        environmentVariables: [
          {
            name: 'REELGATE_URL',
            description: 'Where the gateway is',
            isRequired: true,
            placeholder: 'https://video.example.org',
          },
          { name: 'REELGATE_KEY', description: KEY_TEXT, isRequired: true, isSecret: true },
        ],
      },
    ],
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{host}/mcp',
        variables: {
          host: {
            description: 'The host name of the gateway',
            isRequired: true,
            placeholder: 'video.example.org',
          },
        },
        headers: [
          {
            name: 'Authorization',
            value: 'Bearer {key}',
            isRequired: true,
            isSecret: true,
            variables: { key: { description: KEY_TEXT, isRequired: true, isSecret: true } },
          },
        ],
      },
    ],
  };
}

export const serverJsonText = (repository: string | null) =>
  `${JSON.stringify(serverJson(repository), null, 2)}\n`;

/** The file in the tree is what the code says. */
export function serverJsonMistakes(): string[] {
  return readText('server.json') === serverJsonText(null)
    ? []
    : [
        'server.json is not current: npm run release -- --set-version with the version of the packages writes it',
      ];
}
