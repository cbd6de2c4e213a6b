// The console: the sign-in page, or the pages for a signed-in operator.
import { RouterProvider } from '@tanstack/react-router';
import { MadeUpContext } from '../shell/made-up.ts';
import { type Door, useSession } from '../shell/use-session.ts';
import { admin, CONSOLE } from './api.ts';
import { type ConsoleAnswer, SessionContext } from './console-session.ts';
import { router } from './router.tsx';
import { SignIn } from './SignIn.tsx';

const DOOR: Door<ConsoleAnswer> = {
  open: (body) => admin('/session', { method: 'POST', body }),
  show: () => admin('/session'),
  close: () => admin('/session', { method: 'DELETE' }),
};

export function Console() {
  const { state, leave } = useSession(CONSOLE, DOOR);
  if (state.state === 'checking') return null;
  if (state.state === 'out') return <SignIn error={state.error} />;
  return (
    <SessionContext value={{ ...state.answer, leave }}>
      <MadeUpContext value={state.answer.service.made_up}>
        <RouterProvider router={router} />
      </MadeUpContext>
    </SessionContext>
  );
}
