// Owns `serve`: hands the configuration to the gateway and waits until it has stopped.
import type { CliCommand } from './command.ts';
import { EXIT } from './world.ts';

export const serveCommand: CliCommand<[], object> = {
  name: 'serve',
  summary: 'Run the gateway until it is told to stop',
  notes: 'SIGTERM and SIGINT let running calls end first; SIGHUP reads the configuration again.',
  examples: ['serve', 'serve --config /etc/reelgate.yaml'],
  async run({ world, configFile }) {
    const read = () => world.config(configFile);
    await world.serve(read(), read);
    return EXIT.ok;
  },
};
