// Admin verbs on keys. A secret appears only in the answer that makes it.

import { hashSecret, makeSecret, PREFIX_CHARS } from '../../domain/access/key.ts';
import { formatTime } from '../../domain/clock.ts';
import { failure, isFailure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef, Name, nameRefusal, nullable, SearchText, TimeText } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { accountOrFailure, onlyAccount } from '../accounts/account-views.ts';
import { CapView, capView } from '../caps/cap-views.ts';
import { projectOrFailure } from '../projects/project-views.ts';
import {
  GRACE_SECONDS_DEFAULT,
  GRACE_SECONDS_MAX,
  KeyAnswer,
  KeyView,
  keyParams,
  keyView,
  limitFields,
  NO_LIMITS,
  readLimits,
  SecretText,
} from './key-views.ts';

const ListedKeyView = Type.Object(
  {
    ...KeyView.properties,
    account_name: Type.String(),
    project_name: nullable(Type.String()),
    caps: Type.Array(CapView, {
      description: 'Caps of the key and of its project, with what is left of each.',
    }),
  },
  { $id: 'ListedKey', description: 'An API key as operators list it.' },
);

export const keyList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListKeys',
  method: 'GET',
  path: '/admin/v1/keys',
  summary: 'List keys',
  tag: 'Keys',
  params: Nothing,
  query: Type.Object({ ...pageQuery, account: Type.Optional(AccountRef), search: SearchText }),
  body: Nothing,
  result: Type.Object({ keys: Type.Array(ListedKeyView), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('keys', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const search = query.search === undefined ? {} : { search: query.search };
    const page = await deps.storage.keys.list({ ...paging, ...only, ...search });
    const caps = await deps.storage.caps.ofKeys({ keyIds: page.items.map(({ id }) => id) });
    const keys = page.items.map((key, at) => ({
      ...keyView(key, { lastUsedAtMs: key.lastUsedAtMs, currency: deps.currency }),
      account_name: key.accountName,
      project_name: key.projectName,
      caps: caps[at]!.map(capView),
    }));
    return { keys, next_cursor: nextCursor('keys', page.next) };
  },
});

export const keyCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateKey',
  method: 'POST',
  path: '/admin/v1/keys',
  summary: 'Create a key; its secret is shown once',
  tag: 'Keys',
  params: Nothing,
  query: Nothing,
  body: Type.Object({ account: AccountRef, name: Name, ...limitFields }, { additionalProperties: false }),
  result: Type.Object({ key: KeyView, secret: SecretText }),
  creates: true,
  needs: 'operator',
  async run(deps, { body }, caller) {
    const limits = readLimits(body, deps.clock.nowMs());
    if (isFailure(limits)) return limits;
    const refused = nameRefusal(body.name);
    if (refused !== null) return refused;
    const account = await accountOrFailure(deps, body.account);
    if (isFailure(account)) return account;
    const project = await projectOrFailure(deps, limits.projectId ?? null, account.id);
    if (isFailure(project)) return project;
    const secret = makeSecret('rgk', deps.random);
    const result = await deps.storage.keys.create({
      ...NO_LIMITS,
      ...limits,
      actor: caller.actor,
      id: makeId('key', deps.random),
      accountId: account.id,
      name: body.name,
      prefix: secret.slice(0, PREFIX_CHARS),
      hash: hashSecret(secret),
    });
    if (result.kind !== 'created') return failure('NOT_FOUND', 'There is no such account.');
    await deps.refresh();
    return { key: keyView(result.key, { lastUsedAtMs: null, currency: deps.currency }), secret };
  },
});

export const keyRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetKey',
  method: 'GET',
  path: '/admin/v1/keys/{key}',
  summary: 'Read a key',
  tag: 'Keys',
  params: keyParams,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    key: KeyView,
    caps: Type.Array(CapView, {
      description: 'Caps of the key and of its project, with what is left of each.',
    }),
  }),
  async run({ storage, currency }, { params }) {
    const key = await storage.keys.find({ id: params.key });
    if (key === null) return failure('NOT_FOUND', 'There is no such key.');
    const caps = await storage.caps.ofKey({ keyId: key.id });
    return { key: keyView(key, { lastUsedAtMs: key.lastUsedAtMs, currency }), caps: caps.map(capView) };
  },
});

/** A revoked key stays revoked and cannot be changed. */
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
    const refused = nameRefusal(body.name, before.name);
    if (refused !== null) return refused;
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

/** The old secret works during the grace time, so that callers can switch without an outage. */
export const keyRotate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRotateKey',
  method: 'POST',
  path: '/admin/v1/keys/{key}/rotate',
  summary: 'Give a key a new secret, shown once',
  tag: 'Keys',
  params: keyParams,
  query: Nothing,
  body: Type.Object(
    {
      grace_seconds: Type.Optional(
        Type.Integer({ minimum: 0, maximum: GRACE_SECONDS_MAX, default: GRACE_SECONDS_DEFAULT }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ key: KeyView, secret: SecretText, previous_valid_until: TimeText }),
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const before = await deps.storage.keys.find({ id: params.key });
    if (before === null) return failure('NOT_FOUND', 'There is no such key.');
    const secret = makeSecret('rgk', deps.random);
    const graceUntilMs = deps.clock.nowMs() + (body.grace_seconds ?? GRACE_SECONDS_DEFAULT) * 1000;
    const result = await deps.storage.keys.rotate({
      actor: caller.actor,
      id: params.key,
      prefix: secret.slice(0, PREFIX_CHARS),
      hash: hashSecret(secret),
      graceUntilMs,
    });
    if (result.kind === 'not_found') return failure('NOT_FOUND', 'There is no such key.');
    if (result.kind !== 'rotated') return failure('CONFLICT', 'The key is revoked, and that is final.');
    await deps.refresh();
    const key = keyView(result.key, { lastUsedAtMs: before.lastUsedAtMs, currency: deps.currency });
    return { key, secret, previous_valid_until: formatTime(graceUntilMs) };
  },
});

/** Revoking twice is not an error: the second answer is the same revoked key. */
export const keyRevoke = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRevokeKey',
  method: 'POST',
  path: '/admin/v1/keys/{key}/revoke',
  summary: 'Revoke a key for good',
  tag: 'Keys',
  params: keyParams,
  query: Nothing,
  body: Nothing,
  result: KeyAnswer,
  needs: 'operator',
  async run(deps, { params }, caller) {
    const before = await deps.storage.keys.find({ id: params.key });
    const key = await deps.storage.keys.revoke({ actor: caller.actor, id: params.key });
    if (key === null) return failure('NOT_FOUND', 'There is no such key.');
    await deps.refresh();
    const lastUsedAtMs = before?.lastUsedAtMs ?? null;
    return { key: keyView(key, { lastUsedAtMs, currency: deps.currency }) };
  },
});
