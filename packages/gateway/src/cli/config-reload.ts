// Owns `config reload`: asks every gateway process on this data to read its configuration again. The file is checked
// first, so that a bad one is reported here and not only in a log.
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

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
  summary: 'Let every running gateway on this data read its configuration again',
  notes: 'Exit code 1 when none runs. The log of each gateway says what changed and what needs a restart.',
  examples: ['config reload'],
  run: (call) =>
    withSession(call, async ({ deps }) => {
      const nodes = await deps.storage.nodes();
      const told = nodes.filter(({ pid }) => signal(call, pid)).map(({ id, pid }) => ({ id, pid }));
      const lines = told.map(({ id, pid }) => `Told ${id} (process ${pid}) to reload.\n`);
      show(call, { nodes: told }, () => lines.join('') || 'No gateway runs on this data.\n');
      return told.length === 0 ? EXIT.no : EXIT.ok;
    }),
};
