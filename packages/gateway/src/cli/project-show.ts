// Owns `project show`.
import { projectRead } from '../features/projects/project.admin.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { projectText, type ShownProjectCaps } from './project-view.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const projectShowCommand: CliCommand<[string], object> = {
  name: 'project show',
  summary: 'Show one project and how its caps stand',
  arguments: [{ name: '<project>', summary: 'id of the project' }],
  examples: ['project show prj_4fQ2'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(projectRead, { params: { project: call.args[0] } });
      show(call, answer, () => projectText(call, answer as ShownProjectCaps));
      return EXIT.ok;
    }),
};
