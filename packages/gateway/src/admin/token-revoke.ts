// Owns ending an admin token. The last active one stays, or nobody could administer the gateway over HTTP any more.
import { Type } from 'typebox';
import { failure } from '../domain/failure.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminToken } from '../storage/storage.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { IdText } from './fields.ts';
import { TokenView, tokenView } from './token-view.ts';

function isLastActive(tokens: readonly AdminToken[], id: string): boolean {
  const active = tokens.filter((token) => token.revokedAtMs === null);
  return active.length === 1 && active[0]?.id === id;
}

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
  async run({ storage, refresh }, { params }, caller) {
    if (isLastActive(await storage.adminTokens.list(), params.token)) {
      return failure('CONFLICT', 'This is the last active token; create another one first.');
    }
    const token = await storage.adminTokens.revoke({ actor: caller.actor, id: params.token });
    if (token === null) return failure('NOT_FOUND', 'There is no such token.');
    await refresh();
    return { token: tokenView(token) };
  },
});
