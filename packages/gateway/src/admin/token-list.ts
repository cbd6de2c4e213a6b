// Owns the list of admin tokens, revoked ones included.
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { TokenView, tokenView } from './token-view.ts';

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
