// Admin tokens. A secret appears only in the answer that makes it.

import type { Static } from 'typebox';
import { hashSecret, makeSecret, PREFIX_CHARS } from '../../domain/access/key.ts';
import { ROLES } from '../../domain/access/session.ts';
import { formatTime } from '../../domain/clock.ts';
import { failure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminToken } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { IdText, Name, nameRefusal, nullable, TimeText, timeOrNull } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { SecretText } from '../keys/key-views.ts';

export const TokenView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    role: Type.Enum([...ROLES]),
    prefix: Type.String(),
    status: Type.Enum(['active', 'revoked']),
    created_at: TimeText,
    revoked_at: nullable(TimeText),
  },
  { $id: 'AdminToken' },
);

function tokenView(token: AdminToken): Static<typeof TokenView> {
  return {
    id: token.id,
    name: token.name,
    role: token.role,
    prefix: token.prefix,
    status: token.revokedAtMs === null ? 'active' : 'revoked',
    created_at: formatTime(token.createdAtMs),
    revoked_at: timeOrNull(token.revokedAtMs),
  };
}

export const tokenList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListTokens',
  method: 'GET',
  path: '/admin/v1/tokens',
  summary: 'List admin tokens',
  tag: 'Tokens',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({ tokens: Type.Array(TokenView) }),
  async run({ storage }) {
    return { tokens: (await storage.adminTokens.list()).map(tokenView) };
  },
});

export const tokenCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateToken',
  method: 'POST',
  path: '/admin/v1/tokens',
  summary: 'Create an admin token; its secret is shown once',
  tag: 'Tokens',
  params: Nothing,
  query: Nothing,
  body: Type.Object(
    { name: Name, role: Type.Optional(Type.Enum([...ROLES], { default: 'owner' })) },
    { additionalProperties: false },
  ),
  result: Type.Object({ token: TokenView, secret: SecretText }),
  creates: true,
  needs: 'owner',
  async run({ storage, random, refresh }, { body }, caller) {
    const refused = nameRefusal(body.name);
    if (refused !== null) return refused;
    const secret = makeSecret('rga', random);
    const token = await storage.adminTokens.create({
      actor: caller.actor,
      id: makeId('token', random),
      name: body.name,
      role: body.role ?? 'owner',
      prefix: secret.slice(0, PREFIX_CHARS),
      hash: hashSecret(secret),
    });
    await refresh();
    return { token: tokenView(token), secret };
  },
});

/** The last active token cannot be revoked: the admin API would be locked for everyone. */
export const tokenRevoke = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRevokeToken',
  method: 'POST',
  path: '/admin/v1/tokens/{token}/revoke',
  summary: 'Revoke an admin token',
  tag: 'Tokens',
  params: Type.Object({ token: IdText }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({ token: TokenView }),
  needs: 'owner',
  async run({ storage, refresh }, { params }, caller) {
    const result = await storage.adminTokens.revoke({ actor: caller.actor, id: params.token });
    if (result.kind === 'not_found') return failure('NOT_FOUND', 'There is no such token.');
    if (result.kind === 'last') {
      return failure('CONFLICT', 'This is the last active token; create another one first.');
    }
    await refresh();
    return { token: tokenView(result.token) };
  },
});
