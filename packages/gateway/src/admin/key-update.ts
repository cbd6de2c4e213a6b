// Owns changing a key's name, status and limits. A revoked key stays revoked and takes no change.

import { limitFields, readLimits } from '../account/key-limits.ts';
import { KeyAnswer, keyParams, keyView } from '../account/key-view.ts';
import { failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { Name } from './fields.ts';
import { projectOrFailure } from './project-view.ts';

export const keyUpdate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminUpdateKey',
  method: 'PATCH',
  path: '/admin/v1/keys/{key}',
  summary: 'Change name, status or limits of a key',
  tag: 'Keys',
  params: keyParams,
  query: Nothing,
  body: Type.Object(
    {
      name: Type.Optional(Name),
      status: Type.Optional(Type.Enum(['active', 'disabled'])),
      ...limitFields,
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  result: KeyAnswer,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const limits = readLimits(body, deps.clock.nowMs());
    if (isFailure(limits)) return limits;
    const before = await deps.storage.keys.find({ id: params.key });
    if (before === null) return failure('NOT_FOUND', 'There is no such key.');
    if (before.status === 'revoked') return failure('CONFLICT', 'The key is revoked, and that is final.');
    const project = await projectOrFailure(deps, limits.projectId ?? null, before.accountId);
    if (isFailure(project)) return project;
    const key = await deps.storage.keys.update({
      ...limits,
      actor: caller.actor,
      id: params.key,
      ...(body.name !== undefined && { name: body.name }),
      ...(body.status !== undefined && { status: body.status }),
    });
    if (key === null) return failure('NOT_FOUND', 'There is no such key.');
    await deps.refresh();
    return { key: keyView(key, { lastUsedAtMs: before.lastUsedAtMs, currency: deps.currency }) };
  },
});
