// Owns signing out of the console.
import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { SessionView, sessionView } from './session-view.ts';

export const sessionClose = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCloseSession',
  method: 'DELETE',
  path: '/admin/v1/session',
  summary: 'Sign out of the console',
  tag: 'Sessions',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({ session: SessionView }),
  needs: 'viewer',
  async run({ storage, clock }, _input, { actor, session }) {
    const ended = session && (await storage.sessions.end({ actor, id: session.id }));
    if (!ended) return failure('NOT_FOUND', 'You are not signed in by a session.');
    return { session: sessionView(ended, clock.nowMs()) };
  },
});
