// Commands on the configuration and on the service secret. An invalid file is reported by the command, not only in a log.

import type { Config } from '../config/config.ts';
import { listenUrl } from '../domain/network/listen-url.ts';
import { forgetServiceSecret } from '../secrets/service-secret.ts';
import type { ServingNode } from '../storage/storage.ts';
import type { CliCommand, Invocation } from '../terminal/command.ts';
import { withControlPlane } from '../terminal/control-plane.ts';
import { errorText, show } from '../terminal/output.ts';
import { renderFields } from '../terminal/table.ts';
import { BadConfig, CliError, EXIT } from '../terminal/world.ts';

/** Null when it has mistakes, which are then told: the answer of this command, not its failure. */
function readOrTell(call: Invocation<[string | undefined]>): Config | null {
  try {
    return call.world.config(call.args[0] ?? call.configFile);
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    const { message, file, detail } = error;
    if (call.json)
      call.world.out(`${JSON.stringify({ ok: false, code: error.code, file, ...detail }, null, 2)}\n`);
    else call.world.err(errorText({ ...error, message }, false, call.world.colors.err));
    return null;
  }
}

export const configCheckCommand: CliCommand<[string | undefined], object> = {
  name: 'config check',
  summary: 'Check a configuration and name every mistake; exit code 1 when it has one',
  arguments: [{ name: '[file]', summary: 'the file (default: the one that "serve" would read)' }],
  notes:
    'Each mistake has its line, its column, the setting, what was found and what would be right. A file that is not valid ' +
    'YAML has one mistake: the rest is checked when it can be read. "serve" refuses such a file with the same list. ' +
    'As a start does, it looks for packages and files that the settings need, and tries the data folder and the addresses. ' +
    'An address that a running gateway has is named, and is no mistake.',
  examples: ['config check', 'config check /etc/reelgate.yaml', 'config check --json'],
  async run(call) {
    const config = readOrTell(call);
    if (config === null) return EXIT.no;
    // The file is right, and a start would still be refused: something that it names is not there, or taken.
    const { served } = await call.world.rehearse(config).catch((error: unknown) => {
      throw error instanceof CliError ? new CliError(error.message, EXIT.no) : error;
    });
    const { file, service, dataDir, platforms, prices } = config;
    const summary = {
      ok: true,
      file,
      public: listenUrl(service.public),
      admin: listenUrl(service.admin),
      data: dataDir,
      platforms: Object.keys(platforms),
      price_count: prices.endpoints.length,
      served,
    };
    show(call, summary, () =>
      renderFields([
        ['configuration', 'ok'],
        ['file', file ?? 'none; all settings have their defaults'],
        ['public', summary.public],
        ['admin', summary.admin],
        ['data', dataDir],
        ['platforms', summary.platforms.join(', ')],
        ['prices', summary.price_count],
        ...(served.length === 0 ? [] : [['served by a gateway', served.join(', ')] as const]),
      ]),
    );
    return EXIT.ok;
  },
};

type Told = Omit<ServingNode, 'silentMs'> & { told: boolean };

function lineOf({ id, pid, host, told }: Told): string {
  return told
    ? `Told ${id} (process ${pid}) to reload.\n`
    : `${id} (process ${pid}) runs on ${host}: reload it there.\n`;
}

/** False when the process has ended meanwhile. */
function signal({ world }: Invocation, pid: number): boolean {
  try {
    world.reload(pid);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

export const configReloadCommand: CliCommand<[], object> = {
  name: 'config reload',
  summary: 'Let every gateway on this data and this machine read its configuration again',
  notes:
    'Nodes on other machines are listed, and read their own file there. Exit code 1 when none runs here. The log of ' +
    'each gateway says what changed and what needs a restart.',
  examples: ['config reload'],
  run: (call) =>
    withControlPlane(call, async ({ deps }) => {
      const nodes = await deps.storage.nodes();
      const isHere = ({ host }: Pick<ServingNode, 'host'>) => host === null || host === call.world.hostname;
      const all: Told[] = nodes
        .map(({ silentMs: _, ...node }) => ({ ...node, told: isHere(node) && signal(call, node.pid) }))
        .filter((node) => node.told || !isHere(node));
      show(call, { nodes: all }, () => all.map(lineOf).join('') || 'No gateway runs on this data.\n');
      return all.some(({ told }) => told) ? EXIT.ok : EXIT.no;
    }),
};

export const secretRotateCommand: CliCommand<[], object> = {
  name: 'secret rotate',
  summary: 'Forget the service secret; the next start takes another one',
  notes:
    'The next start takes REELGATE_SECRET when it is given, and makes a secret otherwise. Cursors that were handed out ' +
    'before become invalid. Exit code 1 while a gateway runs on this data; one that was killed counts for 15 seconds.',
  examples: ['secret rotate'],
  run: (call) =>
    withControlPlane(call, async ({ config, deps, caller }) => {
      const { length } = await deps.storage.nodes();
      if (length > 0)
        throw new CliError(`${length} gateway processes run on this data; stop them first`, EXIT.no);
      await forgetServiceSecret(config, deps.storage, caller.actor);
      show(call, { forgotten: true }, () => 'Forgotten. The next start takes another service secret.\n');
      return EXIT.ok;
    }),
};
