// Owns making a project. It starts with nothing spent, whatever its keys spent before.

import { readCapFields } from '../account/key-limits.ts';
import { failure, isFailure } from '../domain/failure.ts';
import { base62 } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import type { SpendCaps } from '../domain/spend-cap.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { ID_CHARS } from './account-create.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef, Name } from './fields.ts';
import { capFields, ProjectAnswer, projectAnswer } from './project-view.ts';

const NO_CAPS: SpendCaps = { dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null };

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
    const bad = Object.values(caps).find(isFailure);
    if (bad !== undefined) return bad;
    const account = await accountOrFailure(deps, body.account);
    if (isFailure(account)) return account;
    const result = await deps.storage.projects.create({
      ...NO_CAPS,
      ...(caps as Partial<SpendCaps>),
      actor: caller.actor,
      id: `prj_${base62(deps.random, ID_CHARS)}`,
      accountId: account.id,
      name: body.name,
    });
    if (result.kind === 'not_found') return failure('NOT_FOUND', 'There is no such account.');
    if (result.kind === 'exists') return failure('CONFLICT', 'The account has a project with this name.');
    return projectAnswer(deps, result.project);
  },
});
