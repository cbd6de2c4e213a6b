// Owns the portal as a whole: the door, and behind it the pages.
import { RouterProvider } from '@tanstack/react-router';
import { useSession } from '../shell/use-session.ts';
import { PORTAL } from './api.ts';
import { type PortalAnswer, SessionContext } from './portal-session.ts';
import { router } from './router.tsx';
import { SignIn } from './SignIn.tsx';

export function Portal() {
  const { state, enter, leave } = useSession<PortalAnswer>(PORTAL);
  if (state.state === 'checking') return null;
  if (state.state === 'out') return <SignIn error={state.error} enter={enter} />;
  return (
    <SessionContext value={{ ...state.answer, leave }}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}
