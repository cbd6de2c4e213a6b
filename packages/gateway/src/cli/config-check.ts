// Owns `config check`: reads a configuration as the gateway would, and changes nothing.
import { defaultPublicUrl } from '../config/config.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { renderFields } from './table.ts';
import { EXIT } from './world.ts';

export const configCheckCommand: CliCommand<[string | undefined], object> = {
  name: 'config check',
  summary: 'Check a configuration; exit code 2 and the line when it is bad',
  arguments: [{ name: '[file]', summary: 'the file (default: the one that "serve" would read)' }],
  examples: ['config check', 'config check /etc/reelgate.yaml'],
  async run(call) {
    const config = call.world.config(call.args[0] ?? call.configFile);
    const { file, service, dataDir, platforms, prices } = config;
    const summary = {
      ok: true,
      file,
      public: defaultPublicUrl(service.public),
      admin: defaultPublicUrl(service.admin),
      data: dataDir,
      platforms: Object.keys(platforms),
      price_count: prices.endpoints.length,
    };
    show(call, summary, () =>
      renderFields([
        ['configuration', 'ok'],
        ['file', file ?? 'none; every default holds'],
        ['public', summary.public],
        ['admin', summary.admin],
        ['data', dataDir],
        ['platforms', summary.platforms.join(', ')],
        ['prices', summary.price_count],
      ]),
    );
    return EXIT.ok;
  },
};
