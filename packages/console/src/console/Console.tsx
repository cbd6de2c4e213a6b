// The console: the sign-in page, or the pages for a signed-in operator.
import { RouterProvider } from '@tanstack/react-router';
import { Code } from '../parts/Code.tsx';
import { Copy } from '../parts/Copy.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Row } from '../parts/Panel.tsx';
import { Brand } from '../shell/Brand.tsx';
import { MadeUpContext } from '../shell/made-up.ts';
import { serviceOfPage } from '../shell/service.ts';
import style from '../shell/shell.module.css';
import { type Door, useSession } from '../shell/use-session.ts';
import { admin, CONSOLE } from './api.ts';
import { type ConsoleAnswer, SessionContext } from './console-session.ts';
import { router } from './router.tsx';
import { useConsoleText } from './text.ts';

const COMMAND = 'npx reelgate console';

/** The sign-in page of the console. Operators sign in with a link that a command prints. */
function SignIn({ error }: { error: unknown }) {
  const { signIn: text } = useConsoleText();
  return (
    <main className={style.center}>
      <div className={style.card}>
        <Brand {...serviceOfPage()} />
        <h1>{text.title}</h1>
        {error !== null && <Notice tone="bad">{text.failed}</Notice>}
        <p>{text.how}</p>
        <Code label={text.title}>{COMMAND}</Code>
        <Row>
          <Copy value={COMMAND} />
        </Row>
      </div>
    </main>
  );
}

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
