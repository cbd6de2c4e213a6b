// Owns the portal as a whole: the doors, and behind them the pages.
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../shell/use-session.ts';
import { PORTAL } from './api.ts';
import { forgetInvite, inviteOfPage } from './invite.ts';
import { type PortalAnswer, SessionContext } from './portal-session.ts';
import { router } from './router.tsx';
import { SignIn } from './SignIn.tsx';

/** Few come through this door, and nobody twice. */
const SignUp = lazy(async () => ({ default: (await import('./SignUp.tsx')).SignUp }));

export function Portal() {
  const { state, enter, admit, leave } = useSession<PortalAnswer>(PORTAL);
  const [invite, setInvite] = useState(inviteOfPage);
  const [isNew, setNew] = useState(invite !== null);
  if (state.state === 'checking') return null;
  if (isNew) {
    const onDone = (answer: PortalAnswer & { page_secret: string }) => {
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
  if (state.state === 'out')
    return <SignIn error={state.error} enter={enter} onSignUp={() => setNew(true)} />;
  return (
    <SessionContext value={{ ...state.answer, leave }}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}
