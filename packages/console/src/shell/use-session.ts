// Owns whether the page is signed in: by the code of a link, by the secret of this tab or of another one, else not at all.
import { useQueryClient } from '@tanstack/react-query';
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

/** What the gateway says to whoever is signed in. */
export type SessionState<Answer> =
  | { state: 'checking' }
  | { state: 'out'; error: unknown }
  | { state: 'in'; answer: Answer };

/** Read once, before the router sees the address. */
const code = takeCode();

async function signIn<Answer>(place: SessionPlace, body: object): Promise<Answer> {
  const answer = await ask<Answer & { page_secret: string }>(place, place.path, { method: 'POST', body });
  keepSecret(place, answer.page_secret);
  return answer;
}

async function resume<Answer>(place: SessionPlace): Promise<Answer | null> {
  const secret = pageSecret(place) ?? (await askOtherTabs(place));
  if (secret === null) return null;
  keepSecret(place, secret);
  return ask<Answer>(place, place.path);
}

async function atStart<Answer>(place: SessionPlace): Promise<SessionState<Answer>> {
  try {
    const answer = code === null ? await resume<Answer>(place) : await signIn<Answer>(place, { code });
    return answer === null ? { state: 'out', error: null } : { state: 'in', answer };
  } catch (error) {
    keepSecret(place, null);
    // A session that ended is no fault to show; a link that is used up is.
    return { state: 'out', error: code === null ? null : error };
  }
}

/** React may mount twice while developing; a code is good once. */
let started: Promise<SessionState<unknown>> | null = null;

export function useSession<Answer>(place: SessionPlace) {
  const [state, setState] = useState<SessionState<Answer>>({ state: 'checking' });
  const queries = useQueryClient();
  /** What one reader was told is not shown to the next. */
  const signedOut = useCallback(() => {
    queries.clear();
    setState({ state: 'out', error: null });
  }, [queries]);
  useEffect(() => {
    started ??= atStart<unknown>(place);
    shareSecret(place);
    void started.then((found) => setState(found as SessionState<Answer>));
    addEventListener(SIGNED_OUT, signedOut);
    return () => removeEventListener(SIGNED_OUT, signedOut);
  }, [place, signedOut]);
  const enter = useCallback(
    async (body: object) => setState({ state: 'in', answer: await signIn<Answer>(place, body) }),
    [place],
  );
  /** Whoever was signed in by another route than that of the place. */
  const admit = useCallback(
    (answer: Answer & { page_secret: string }) => {
      keepSecret(place, answer.page_secret);
      setState({ state: 'in', answer });
    },
    [place],
  );
  const leave = useCallback(async () => {
    await ask(place, place.path, { method: 'DELETE' }).catch(() => {});
    keepSecret(place, null);
    signedOut();
  }, [place, signedOut]);
  return { state, enter, admit, leave };
}
