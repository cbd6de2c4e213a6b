// Owns ending an admin token. The last active one stays, or nobody could administer the gateway over HTTP any more.

import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { IdText } from './fields.ts';
import { TokenView, tokenView } from './token-view.ts';

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
