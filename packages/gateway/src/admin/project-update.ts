// Owns changing a project's name and caps. What was spent stays as it is.

import { readCapFields } from '../account/key-limits.ts';
import { failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import type { SpendCaps } from '../domain/spend-cap.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { Name } from './fields.ts';
import { capFields, noProject, ProjectAnswer, projectAnswer, projectParams } from './project-view.ts';

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
