// Owns `project create`.
import { projectCreate } from '../features/projects/project.admin.ts';
import { type CliCommand, given } from './command.ts';
import { type CapOptions, capBody } from './key-limits.ts';
import { show } from './output.ts';
import { capOptions, projectText, type ShownProjectCaps } from './project-view.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const projectCreateCommand: CliCommand<[string, string], CapOptions> = {
  name: 'project create',
  summary: 'Create a project: a label on keys, with caps on what they spend together',
  arguments: [
    { name: '<account>', summary: 'id or name of the account that pays' },
    { name: '<name>', summary: 'one of a kind in its account' },
  ],
  options: capOptions,
  examples: ['project create acme crawl --daily-cap 5.00 --total-cap 100.00'],
  run: (call) =>
    withSession(call, async (session) => {
      const [account, name] = call.args;
      const body = { account, name, ...given(capBody(call.options)) };
      const answer = await session.run(projectCreate, { body });
      show(call, answer, () => projectText(call, answer as ShownProjectCaps));
      return EXIT.ok;
    }),
};
