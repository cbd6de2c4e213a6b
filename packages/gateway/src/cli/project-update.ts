// Owns `project update`: name and caps. Whatever is not named stays as it is.
import { projectUpdate } from '../features/projects/project.admin.ts';
import { type CliCommand, given } from './command.ts';
import { type CapOptions, capBody } from './key-limits.ts';
import { show } from './output.ts';
import { capOptions, projectText, type ShownProjectCaps } from './project-view.ts';
import { withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

export const projectUpdateCommand: CliCommand<[string], CapOptions & { name?: string }> = {
  name: 'project update',
  summary: 'Change name or caps of a project',
  arguments: [{ name: '<project>', summary: 'id of the project' }],
  options: [{ flags: '--name <NAME>', summary: 'a new name' }, ...capOptions],
  notes: '"none" takes a cap away: --daily-cap none.',
  examples: ['project update prj_4fQ2 --total-cap 200.00 --daily-cap none'],
  run: (call) =>
    withSession(call, async (session) => {
      const body = given({ name: call.options.name, ...capBody(call.options) });
      if (Object.keys(body).length === 0) {
        throw new CliError('nothing to change: name at least one option', EXIT.usage);
      }
      const answer = await session.run(projectUpdate, { params: { project: call.args[0] }, body });
      show(call, answer, () => projectText(call, answer as ShownProjectCaps));
      return EXIT.ok;
    }),
};
