// Owns `config reload`: asks every gateway process on this machine to read its configuration again. The file is checked
// first, so that a bad one is reported here and not only in a log. It never signals a process id of another machine.
import type { ServingNode } from '../storage/storage.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

type Told = Omit<ServingNode, 'silentMs'> & { told: boolean };

function lineOf({ id, pid, host, told }: Told): string {
  return told
    ? `Told ${id} (process ${pid}) to reload.\n`
    : `${id} (process ${pid}) runs on ${host}: reload it there.\n`;
}

/** False when the process ended in the meantime. */
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
    withSession(call, async ({ deps }) => {
      const nodes = await deps.storage.nodes();
      const isHere = ({ host }: Pick<ServingNode, 'host'>) => host === null || host === call.world.hostname;
      const all: Told[] = nodes
        .map(({ silentMs: _, ...node }) => ({ ...node, told: isHere(node) && signal(call, node.pid) }))
        .filter((node) => node.told || !isHere(node));
      show(call, { nodes: all }, () => all.map(lineOf).join('') || 'No gateway runs on this data.\n');
      return all.some(({ told }) => told) ? EXIT.ok : EXIT.no;
    }),
};
