// Owns whether the page is signed in: by the code of a link, by the secret of this tab or of another one, else not at all.
import { useCallback, useEffect, useState } from 'react';
import { ask } from '../api/request.ts';
import {
  askOtherTabs,
  keepSecret,
  pageSecret,
  type SessionPlace,
  SIGNED_OUT,
  shareSecret,
  takeCode,
} from '../api/session.ts';

export interface Made<Session> {
  session: Session;
  page_secret: string;
}

export type SessionState<Session> =
  | { state: 'checking' }
  | { state: 'out'; error: unknown }
  | { state: 'in'; session: Session };

/** Read once, before the router sees the address. */
const code = takeCode();

async function signIn<Session>(place: SessionPlace, body: object): Promise<Session> {
  const { session, page_secret } = await ask<Made<Session>>(place, place.path, { method: 'POST', body });
  keepSecret(place, page_secret);
  return session;
}

async function resume<Session>(place: SessionPlace): Promise<Session | null> {
  const secret = pageSecret(place) ?? (await askOtherTabs(place));
  if (secret === null) return null;
  keepSecret(place, secret);
  const { session } = await ask<{ session: Session }>(place, place.path);
  return session;
}

async function atStart<Session>(place: SessionPlace): Promise<SessionState<Session>> {
  try {
    const session = code === null ? await resume<Session>(place) : await signIn<Session>(place, { code });
    return session === null ? { state: 'out', error: null } : { state: 'in', session };
  } catch (error) {
    keepSecret(place, null);
    // A session that ended is no fault to show; a link that is used up is.
    return { state: 'out', error: code === null ? null : error };
  }
}

/** React may mount twice while developing; a code is good once. */
let started: Promise<SessionState<unknown>> | null = null;

export function useSession<Session>(place: SessionPlace) {
  const [state, setState] = useState<SessionState<Session>>({ state: 'checking' });
  useEffect(() => {
    started ??= atStart<unknown>(place);
    shareSecret(place);
    void started.then((found) => setState(found as SessionState<Session>));
    const end = () => setState({ state: 'out', error: null });
    addEventListener(SIGNED_OUT, end);
    return () => removeEventListener(SIGNED_OUT, end);
  }, [place]);
  const enter = useCallback(
    async (body: object) => setState({ state: 'in', session: await signIn<Session>(place, body) }),
    [place],
  );
  const leave = useCallback(async () => {
    await ask(place, place.path, { method: 'DELETE' }).catch(() => {});
    keepSecret(place, null);
    setState({ state: 'out', error: null });
  }, [place]);
  return { state, enter, leave };
}
