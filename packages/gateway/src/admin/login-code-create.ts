// Owns making a one-time link that signs somebody in at the console. The answer is the only place where its code is ever seen.
import { TimeText } from '../account/fields.ts';
import { formatTime } from '../domain/clock.ts';
import { base62, hashSecret, makeSecret } from '../domain/key.ts';
import { ROLES } from '../domain/role.ts';
import { Type } from '../domain/schema.ts';
import { LOGIN_CODE_MS } from '../domain/session.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { ID_CHARS } from './account-create.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { Name } from './fields.ts';

export const LinkFields = {
  url: Type.String({ description: 'A link to open in a browser. It works once, for two minutes.' }),
  expires_at: TimeText,
};

export const loginCodeCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateLoginCode',
  method: 'POST',
  path: '/admin/v1/login-codes',
  summary: 'Make a one-time link that signs in at the console',
  tag: 'Sessions',
  params: Nothing,
  query: Nothing,
  body: Type.Object(
    { name: Type.Optional(Name), role: Type.Optional(Type.Enum([...ROLES])) },
    { additionalProperties: false },
  ),
  result: Type.Object({
    code: Type.String({ description: 'Shown this once; only its hash is stored.' }),
    ...LinkFields,
  }),
  creates: true,
  needs: 'owner',
  async run({ storage, random, consoleUrl }, { body }, caller) {
    const code = makeSecret('rgc', random);
    const { expiresAtMs } = await storage.sessions.createCode({
      actor: caller.actor,
      id: `lgc_${base62(random, ID_CHARS)}`,
      hash: hashSecret(code),
      lastsMs: LOGIN_CODE_MS,
      for: { kind: 'console', name: body.name ?? 'local', role: body.role ?? 'owner' },
    });
    return { code, url: `${consoleUrl()}/#code=${code}`, expires_at: formatTime(expiresAtMs) };
  },
});
