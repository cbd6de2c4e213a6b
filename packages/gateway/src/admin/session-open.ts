// Owns signing in at the console: a one-time code becomes a session of two halves. The answer carries the half of the page; the
// other half leaves as a cookie, which http/ takes out of the result.

import { drawHalves, LoginCodeText, SignedInFields } from '../account/session-halves.ts';
import { failure } from '../domain/failure.ts';
import { hashSecret } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminDeps } from './deps.ts';
import { type ServiceDeps, ServiceView, serviceView } from './service-view.ts';
import { SessionView, sessionView } from './session-view.ts';

export const sessionOpen = verbOf<Pick<AdminDeps, 'storage' | 'clock' | 'random'> & ServiceDeps, null>()({
  name: 'adminOpenSession',
  method: 'POST',
  path: '/admin/v1/session',
  summary: 'Sign in at the console with a one-time code',
  tag: 'Sessions',
  params: Nothing,
  query: Nothing,
  body: Type.Object({ code: LoginCodeText }, { additionalProperties: false }),
  result: Type.Object({ session: SessionView, service: ServiceView, ...SignedInFields }),
  creates: true,
  async run({ storage, clock, random, ...deps }, { body }) {
    const { secrets, stored } = drawHalves(random);
    const codeHash = hashSecret(body.code);
    const opened = await storage.sessions.openByCode({ ...stored, kind: 'console', codeHash });
    if (opened.kind === 'refused') {
      return failure(
        'FORBIDDEN',
        'This link was used before, or is older than two minutes. Make another one.',
      );
    }
    const session = sessionView(opened.session, clock.nowMs());
    return { session, service: serviceView(deps), ...secrets };
  },
});
