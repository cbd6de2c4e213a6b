// Owns `who am I` at the console, for sessions and tokens alike.
import { nullable } from '../account/fields.ts';
import { ROLES } from '../domain/role.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { ServiceView, serviceView } from './service-view.ts';
import { SessionView, sessionView } from './session-view.ts';

export const sessionRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetSession',
  method: 'GET',
  path: '/admin/v1/session',
  summary: 'Who you are: your session, or the token you called with',
  tag: 'Sessions',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    session: nullable(SessionView),
    caller: Type.Object({
      name: Type.String(),
      role: Type.Enum([...ROLES]),
      actor: Type.String({ description: 'As the audit log writes it.' }),
    }),
    service: ServiceView,
  }),
  needs: 'viewer',
  async run({ clock, ...deps }, _input, { actor, name = actor, role = 'owner', session }) {
    return {
      session: session === undefined ? null : sessionView(session, clock.nowMs()),
      caller: { name, role, actor },
      service: serviceView(deps),
    };
  },
});
