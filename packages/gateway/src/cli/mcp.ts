// `mcp` serves the tools for agents over standard input and output. A remote gateway sells the data. Standard output carries only the
// protocol.

import { CALLER_OPTIONS, type CallerOptions, callerKey, gatewayTarget } from '../terminal/caller-options.ts';
import type { CliCommand, Invocation } from '../terminal/command.ts';
import { CliError, EXIT } from '../terminal/world.ts';

type Call = Invocation<[], CallerOptions & { tools?: string }>;

/** From the command line, the environment, or this machine's configuration. */
function gatewayUrl(call: Call): string {
  return call.options.url ?? call.world.gatewayUrl ?? gatewayTarget(call).url;
}

/** Ends when the client closes standard input or the protocol fails. */
async function serveTools({ world, options }: Call, url: string, key: string): Promise<void> {
  // Imported here: the protocol takes 0.1 s to load, which other commands should not wait for.
  const [
    { serveStdio, StdioServerTransport },
    { createProtocolServer },
    { tools },
    { readToolChoice },
    { createRemoteTools },
    network,
  ] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/protocol.ts'),
    import('../mcp/call-tool.ts'),
    import('../mcp/tool-list.ts'),
    import('./remote-tools.ts'),
    import('../terminal/gateway-client.ts'),
  ]);
  const choice = readToolChoice(options.tools ?? 'short', tools);
  if ('problem' in choice) throw new CliError(choice.problem, EXIT.usage);
  const { fetch, close } = network.boundedFetch();
  const port = remoteTools(() => createRemoteTools({ url, key, fetch, clock: world.clock }));
  const say = (error: unknown) => world.err(`error: ${(error as Error).message}\n`);
  const about = { name: 'reelgate', version: world.versions.reelgate, choice, onBug: say };
  const { input, output } = world.streams;
  const closed = new Promise<void>((resolve) => input.once('close', resolve).once('end', resolve));
  const serving = serveStdio(() => createProtocolServer(port, about), {
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

export const mcpCommand: CliCommand<[], Call['options']> = {
  name: 'mcp',
  summary: 'Serve the tools for agents over standard input and output, from a running gateway',
  options: [
    { ...CALLER_OPTIONS.url, summary: 'the gateway (default: REELGATE_URL, then the configuration)' },
    CALLER_OPTIONS.key,
    {
      flags: '--tools <NAMES>',
      summary: 'tools or groups of them to list in full, instead of all in short; or all',
    },
  ],
  notes:
    'For clients that start a program and cannot reach the gateway themselves. It ends when standard input does. ' +
    'The same tools are at POST /mcp of the gateway.',
  examples: ['mcp --url http://127.0.0.1:8080', 'mcp --tools find_videos,get_transcript,account'],
  async run(call) {
    await serveTools(call, gatewayUrl(call), callerKey(call));
    return EXIT.ok;
  },
};
