// `mcp` serves the tools for agents over standard input and output. A remote gateway sells the data. Standard output carries only the
// protocol.

import { CALLER_OPTIONS, type CallerOptions, callerKey, gatewayTarget } from '../terminal/caller-options.ts';
import type { CliCommand, Invocation } from '../terminal/command.ts';
import { CliError, type CliWorld, EXIT } from '../terminal/world.ts';

type Call = Invocation<[], CallerOptions>;

/** From the command line, the environment, or this machine's configuration. */
function gatewayUrl(call: Call): string {
  return call.options.url ?? call.world.gatewayUrl ?? gatewayTarget(call).url;
}

/** Ends when the client closes standard input or the protocol fails. */
async function serveTools(world: CliWorld, url: string, key: string): Promise<void> {
  // Imported here: the protocol takes 0.1 s to load, which other commands should not wait for.
  const [{ serveStdio, StdioServerTransport }, { createProtocolServer }, { createRemoteTools }, network] =
    await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../mcp/protocol.ts'),
      import('./remote-tools.ts'),
      import('../terminal/gateway-client.ts'),
    ]);
  const { fetch, close } = network.boundedFetch();
  const port = remoteTools(() => createRemoteTools({ url, key, fetch, clock: world.clock }));
  const say = (error: unknown) => world.err(`error: ${(error as Error).message}\n`);
  const options = { name: 'reelgate', version: world.versions.reelgate, onBug: say };
  const { input, output } = world.streams;
  const closed = new Promise<void>((resolve) => input.once('close', resolve).once('end', resolve));
  const serving = serveStdio(() => createProtocolServer(port, options), {
    transport: new StdioServerTransport(input, output, { maxBufferSize: MESSAGE_BYTES_MAX }),
    maxSubscriptions: 0,
    onerror: say,
  });
  await closed;
  await serving.close();
  await close();
}

/** A message is a tool call with a few arguments. */
const MESSAGE_BYTES_MAX = 1024 * 1024;

function remoteTools<T>(create: () => T): T {
  try {
    return create();
  } catch (error) {
    throw new CliError((error as Error).message, EXIT.usage);
  }
}

export const mcpCommand: CliCommand<[], CallerOptions> = {
  name: 'mcp',
  summary: 'Serve the tools for agents over standard input and output, from a running gateway',
  options: [
    { ...CALLER_OPTIONS.url, summary: 'the gateway (default: REELGATE_URL, then the configuration)' },
    CALLER_OPTIONS.key,
  ],
  notes:
    'For clients that start a program and cannot reach the gateway themselves. It ends when standard input does. ' +
    'The same tools are at POST /mcp of the gateway.',
  examples: ['mcp --url http://127.0.0.1:8080'],
  async run(call) {
    await serveTools(call.world, gatewayUrl(call), callerKey(call));
    return EXIT.ok;
  },
};
