// Owns `project list`.
import { projectList } from '../features/projects/project.admin.ts';
import { type CliCommand, given } from './command.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { PROJECT_COLUMNS, projectCells, type ShownProject } from './project-view.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const projectListCommand: CliCommand<[string | undefined], object> = {
  name: 'project list',
  summary: 'List projects, of one account or of all',
  arguments: [{ name: '[account]', summary: 'id or name' }],
  examples: ['project list', 'project list acme'],
  run: (call) =>
    withSession(call, async (session) => {
      const only = given({ account: call.args[0] });
      const projects = await readAllPages(async (page) => {
        const answer = await session.run(projectList, { query: { ...page, ...only } });
        const { projects: rows, next_cursor } = answer as {
          projects: ShownProject[];
          next_cursor: string | null;
        };
        return { rows, next: next_cursor };
      });
      show(call, { projects }, () =>
        tableText(call, PROJECT_COLUMNS, projects.map(projectCells), 'There are no projects.'),
      );
      return EXIT.ok;
    }),
};
