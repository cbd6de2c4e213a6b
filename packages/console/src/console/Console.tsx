// Owns the console as a whole: the door, and behind it the pages.
import { RouterProvider } from '@tanstack/react-router';
import { useSession } from '../shell/use-session.ts';
import { CONSOLE } from './api.ts';
import { type ConsoleAnswer, SessionContext } from './console-session.ts';
import { router } from './router.tsx';
import { SignIn } from './SignIn.tsx';

export function Console() {
  const { state, leave } = useSession<ConsoleAnswer>(CONSOLE);
  if (state.state === 'checking') return null;
  if (state.state === 'out') return <SignIn error={state.error} />;
  return (
    <SessionContext value={{ ...state.answer, leave }}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}
