// Owns making an admin token. The answer is the only place where its secret is ever seen.

import { SecretText } from '../account/key-view.ts';
import { base62, hashSecret, makeSecret, PREFIX_CHARS } from '../domain/key.ts';
import { ROLES } from '../domain/role.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { ID_CHARS } from './account-create.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { Name } from './fields.ts';
import { TokenView, tokenView } from './token-view.ts';

export const tokenCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateToken',
  method: 'POST',
  path: '/admin/v1/tokens',
  summary: 'Create an admin token; its secret is shown once',
  tag: 'Tokens',
  params: Nothing,
  query: Nothing,
  body: Type.Object(
    { name: Name, role: Type.Optional(Type.Enum([...ROLES])) },
    { additionalProperties: false },
  ),
  result: Type.Object({ token: TokenView, secret: SecretText }),
  creates: true,
  needs: 'owner',
  async run({ storage, random, refresh }, { body }, caller) {
    const secret = makeSecret('rga', random);
    const token = await storage.adminTokens.create({
      actor: caller.actor,
      id: `tok_${base62(random, ID_CHARS)}`,
      name: body.name,
      role: body.role ?? 'owner',
      prefix: secret.slice(0, PREFIX_CHARS),
      hash: hashSecret(secret),
    });
    await refresh();
    return { token: tokenView(token), secret };
  },
});
