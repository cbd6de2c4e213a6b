// Owns looking at one project, with its caps as they stand.

import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { noProject, ProjectAnswer, projectAnswer, projectParams } from './project-view.ts';

export const projectRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetProject',
  method: 'GET',
  path: '/admin/v1/projects/{project}',
  summary: 'Show one project and how its caps stand',
  tag: 'Projects',
  params: projectParams,
  query: Nothing,
  body: Nothing,
  result: ProjectAnswer,
  async run(deps, { params }) {
    const project = await deps.storage.projects.find({ id: params.project });
    return project === null ? noProject : projectAnswer(deps, project);
  },
});
