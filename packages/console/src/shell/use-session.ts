// Signs the page in: with the code of a link, or with the secret of this tab or of another one.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import {
  askOtherTabs,
  keepSecret,
  pageSecret,
  type SessionPlace,
  SIGNED_OUT,
  shareSecret,
  takeCode,
} from '../api/session.ts';
import { inBackground } from './in-background.ts';

/** The routes that create, read and end a session. */
export interface Door<Answer, Body = { code: string }> {
  open: (body: Body | { code: string }) => Promise<Answer & { page_secret: string }>;
  show: () => Promise<Answer>;
  close: () => Promise<unknown>;
}

interface MaybeSession {
  /** null for a request without a session. */
  session: object | null;
}

/** The answer for a signed-in user. */
export type InSession<Answer extends MaybeSession> = Answer & { session: NonNullable<Answer['session']> };

export type SessionState<Answer extends MaybeSession> =
  | { state: 'checking' }
  | { state: 'out'; error: unknown }
  | { state: 'in'; answer: InSession<Answer> };

/** Read once, before the router changes the address. */
const code = takeCode();

function stateOf<Answer extends MaybeSession>(answer: Answer | null): SessionState<Answer> {
  return answer === null || answer.session === null
    ? { state: 'out', error: null }
    : { state: 'in', answer: answer as InSession<Answer> };
}

async function signIn<Answer, Body>(
  place: SessionPlace,
  door: Door<Answer, Body>,
  body: Body | { code: string },
): Promise<Answer> {
  const answer = await door.open(body);
  keepSecret(place, answer.page_secret);
  return answer;
}

async function resume<Answer, Body>(place: SessionPlace, door: Door<Answer, Body>): Promise<Answer | null> {
  const secret = pageSecret(place) ?? (await askOtherTabs(place));
  if (secret === null) return null;
  keepSecret(place, secret);
  return door.show();
}

async function atStart<Answer extends MaybeSession, Body>(
  place: SessionPlace,
  door: Door<Answer, Body>,
): Promise<SessionState<Answer>> {
  try {
    return stateOf(code === null ? await resume(place, door) : await signIn(place, door, { code }));
  } catch (error) {
    keepSecret(place, null);
    // An expired session is not shown as an error, but a used sign-in link is.
    return { state: 'out', error: code === null ? null : error };
  }
}

/** React may mount twice in development, but a code can be used only once. */
let started: Promise<SessionState<MaybeSession>> | null = null;

export function useSession<Answer extends MaybeSession, Body>(place: SessionPlace, door: Door<Answer, Body>) {
  const [state, setState] = useState<SessionState<Answer>>({ state: 'checking' });
  const queries = useQueryClient();
  /** Clears everything loaded, so that the next user of the tab does not see it. */
  const signedOut = useCallback(() => {
    queries.clear();
    setState({ state: 'out', error: null });
  }, [queries]);
  useEffect(() => {
    started ??= atStart(place, door);
    shareSecret(place);
    inBackground(started.then((found) => setState(found as SessionState<Answer>)));
    addEventListener(SIGNED_OUT, signedOut);
    return () => removeEventListener(SIGNED_OUT, signedOut);
  }, [place, door, signedOut]);
  const enter = useCallback(
    async (body: Body) => setState(stateOf(await signIn(place, door, body))),
    [place, door],
  );
  /** Signs in a user whose session came from another route, such as sign-up. */
  const admit = useCallback(
    (answer: Answer & { page_secret: string }) => {
      keepSecret(place, answer.page_secret);
      setState(stateOf<Answer>(answer));
    },
    [place],
  );
  const leave = useCallback(async () => {
    await door.close().catch(() => {});
    keepSecret(place, null);
    signedOut();
  }, [place, door, signedOut]);
  return { state, enter, admit, leave };
}
