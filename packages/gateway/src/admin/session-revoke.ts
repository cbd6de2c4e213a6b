// Owns ending somebody else's session. It holds for their next request.
import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { IdText } from './fields.ts';
import { SessionView, sessionView } from './session-view.ts';

export const sessionRevoke = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRevokeSession',
  method: 'POST',
  path: '/admin/v1/sessions/{session}/revoke',
  summary: 'End a session of the console or the portal',
  tag: 'Sessions',
  params: Type.Object({ session: IdText }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({ session: SessionView }),
  needs: 'owner',
  async run({ storage, clock }, { params }, { actor }) {
    const session = await storage.sessions.end({ actor, id: params.session });
    if (session === null) return failure('NOT_FOUND', 'There is no such session.');
    return { session: sessionView(session, clock.nowMs()) };
  },
});
