// `serve` starts the gateway with the configuration and waits until it has stopped.
import { resolve } from 'node:path';
import { wholeNumber } from '../terminal/arguments.ts';
import type { CliCommand } from '../terminal/command.ts';

/** Far above the cores of one machine. */
const WORKERS_MAX = 128;

export const serveCommand: CliCommand<[], { workers?: number; secretsFile?: string }> = {
  name: 'serve',
  summary: 'Run the gateway until it is stopped',
  options: [
    {
      flags: '--workers <N>',
      summary: 'processes that share the listeners; one per core is plenty (default: 1)',
      parse: wholeNumber(1, WORKERS_MAX),
    },
    {
      flags: '--secrets-file <FILE>',
      summary: 'a first start writes its key and admin token here, for its owner alone, and prints neither',
    },
  ],
  notes:
    'SIGTERM and SIGINT let running calls end first; SIGHUP reads the configuration again. A worker that ends by itself ' +
    'is replaced. With --json the start is one line of JSON.',
  examples: [
    'serve',
    'serve --config /etc/reelgate.yaml',
    'serve --workers 4',
    'serve --secrets-file /var/lib/reelgate/first-start.env',
  ],
  async run({ world, configFile, options, json }) {
    const read = () => world.config(configFile);
    const { workers = 1, secretsFile } = options;
    const serving = { workers, secretsFile: secretsFile === undefined ? null : resolve(secretsFile), json };
    return world.serve(read(), read, serving);
  },
};
