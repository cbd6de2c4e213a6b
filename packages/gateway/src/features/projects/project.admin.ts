// Admin verbs on projects.

import { failure, isFailure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import type { SpendCaps } from '../../domain/limiting/spend-cap.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef, Name, nameRefusal } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { accountOrFailure, onlyAccount } from '../accounts/account-views.ts';
import { capFields, readCapFields } from '../caps/cap-views.ts';
import {
  noProject,
  ProjectAnswer,
  ProjectView,
  projectAnswer,
  projectParams,
  projectView,
} from './project-views.ts';

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
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const page = await deps.storage.projects.list({ ...paging, ...only });
    const projects = page.items.map((project) => projectView(project, deps.currency));
    return { projects, next_cursor: nextCursor('projects', page.next) };
  },
});

const NO_CAPS: SpendCaps = { dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null };

/** A new project starts with nothing spent, whatever its keys spent before. */
export const projectCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateProject',
  method: 'POST',
  path: '/admin/v1/projects',
  summary: 'Create a project: a label on keys, with caps on what they spend together',
  tag: 'Projects',
  params: Nothing,
  query: Nothing,
  body: Type.Object({ account: AccountRef, name: Name, ...capFields }, { additionalProperties: false }),
  result: ProjectAnswer,
  creates: true,
  needs: 'operator',
  async run(deps, { body }, caller) {
    const caps = readCapFields(body);
    const bad = nameRefusal(body.name) ?? Object.values(caps).find(isFailure);
    if (bad !== undefined) return bad;
    const account = await accountOrFailure(deps, body.account);
    if (isFailure(account)) return account;
    const result = await deps.storage.projects.create({
      ...NO_CAPS,
      ...(caps as Partial<SpendCaps>),
      actor: caller.actor,
      id: makeId('project', deps.random),
      accountId: account.id,
      name: body.name,
    });
    if (result.kind === 'not_found') return failure('NOT_FOUND', 'There is no such account.');
    if (result.kind === 'exists') return failure('CONFLICT', 'The account has a project with this name.');
    return projectAnswer(deps, result.project);
  },
});

export const projectRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetProject',
  method: 'GET',
  path: '/admin/v1/projects/{project}',
  summary: 'Show one project and what is left of its caps',
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

/** The amount spent does not change. */
export const projectUpdate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminUpdateProject',
  method: 'PATCH',
  path: '/admin/v1/projects/{project}',
  summary: 'Change name or caps of a project',
  tag: 'Projects',
  params: projectParams,
  query: Nothing,
  body: Type.Object(
    { name: Type.Optional(Name), ...capFields },
    { additionalProperties: false, minProperties: 1 },
  ),
  result: ProjectAnswer,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const caps = readCapFields(body);
    const bad = Object.values(caps).find(isFailure);
    if (bad !== undefined) return bad;
    const before = body.name === undefined ? null : await deps.storage.projects.find({ id: params.project });
    const refused = nameRefusal(body.name, before?.name);
    if (before !== null && refused !== null) return refused;
    const result = await deps.storage.projects.update({
      ...(caps as Partial<SpendCaps>),
      ...(body.name !== undefined && { name: body.name }),
      actor: caller.actor,
      id: params.project,
    });
    if (result.kind === 'not_found') return noProject;
    if (result.kind === 'exists') return failure('CONFLICT', 'The account has a project with this name.');
    return projectAnswer(deps, result.project);
  },
});
