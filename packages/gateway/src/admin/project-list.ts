// Owns the list of projects, of one account or of all.

import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';
import { ProjectView, projectView } from './project-view.ts';

export const projectList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListProjects',
  method: 'GET',
  path: '/admin/v1/projects',
  summary: 'List projects, of one account or of all',
  tag: 'Projects',
  params: Nothing,
  query: Type.Object({ ...pageQuery, account: Type.Optional(AccountRef) }),
  body: Nothing,
  result: Type.Object({ projects: Type.Array(ProjectView), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('projects', query);
    if (isFailure(paging)) return paging;
    const account = query.account === undefined ? null : await accountOrFailure(deps, query.account);
    if (isFailure(account)) return account;
    const of = account === null ? {} : { accountId: account.id };
    const page = await deps.storage.projects.list({ ...paging, ...of });
    const projects = page.items.map((project) => projectView(project, deps.currency));
    return { projects, next_cursor: nextCursor('projects', page.next) };
  },
});
