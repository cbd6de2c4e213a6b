// Owns `serve`: hands the configuration to the gateway and waits until it has stopped.
import { wholeNumber } from './arguments.ts';
import type { CliCommand } from './command.ts';

/** Far above the cores of any machine that needs no second one. */
const WORKERS_MAX = 128;

export const serveCommand: CliCommand<[], { workers?: number }> = {
  name: 'serve',
  summary: 'Run the gateway until it is told to stop',
  options: [
    {
      flags: '--workers <N>',
      summary: 'processes that share the listeners; one per core is plenty (default: 1)',
      parse: wholeNumber(1, WORKERS_MAX),
    },
  ],
  notes:
    'SIGTERM and SIGINT let running calls end first; SIGHUP reads the configuration again. A worker that ends by itself ' +
    'is replaced.',
  examples: ['serve', 'serve --config /etc/reelgate.yaml', 'serve --workers 4'],
  async run({ world, configFile, options }) {
    const read = () => world.config(configFile);
    return world.serve(read(), read, { workers: options.workers ?? 1 });
  },
};
