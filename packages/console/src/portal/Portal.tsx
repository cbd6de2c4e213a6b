// The portal: sign-in and sign-up, or the pages for a signed-in caller.
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { GetSessionAnswer, OpenSessionBody, SignUpAnswer } from '../api/api-types.ts';
import { type Door, useSession } from '../shell/use-session.ts';
import { PORTAL, portal } from './api.ts';
import { forgetInvite, inviteOfPage, SessionContext } from './portal-session.ts';
import { router } from './router.tsx';
import { SignIn } from './SignIn.tsx';

/** Loaded only when needed: each caller signs up once. */
const SignUp = lazy(async () => ({ default: (await import('./SignUp.tsx')).SignUp }));

/** Loaded only for visitors without a session who open the status page. */
const PublicStatus = lazy(async () => ({
  default: (await import('./status/Status.tsx')).PublicStatus,
}));

const isStatusPage = () => /^#\/status\b/.test(location.hash);

/** The router runs only for signed-in callers, so the address is followed here. */
function onAddressChange(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

const DOOR: Door<GetSessionAnswer, OpenSessionBody> = {
  open: (body) => portal('/account/v1/session', { method: 'POST', body }),
  show: () => portal('/account/v1/session'),
  close: () => portal('/account/v1/session', { method: 'DELETE' }),
};

export function Portal() {
  const { state, enter, admit, leave } = useSession(PORTAL, DOOR);
  const [invite, setInvite] = useState(inviteOfPage);
  const [isNew, setNew] = useState(invite !== null);
  const isAtStatus = useSyncExternalStore(onAddressChange, isStatusPage);
  if (state.state === 'checking') return null;
  if (isNew) {
    const onDone = (answer: SignUpAnswer) => {
      forgetInvite();
      setInvite(null);
      setNew(false);
      admit(answer);
    };
    return (
      <Suspense>
        <SignUp invite={invite} onDone={onDone} />
      </Suspense>
    );
  }
  if (state.state === 'out') {
    const signIn = <SignIn error={state.error} enter={enter} onSignUp={() => setNew(true)} />;
    if (!isAtStatus) return signIn;
    return (
      <Suspense>
        <PublicStatus signIn={signIn} />
      </Suspense>
    );
  }
  return (
    <SessionContext value={{ ...state.answer, leave }}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}
