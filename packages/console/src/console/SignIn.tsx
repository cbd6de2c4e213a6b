// The sign-in page of the console. Operators sign in with a link that a command prints.
import { Code } from '../parts/Code.tsx';
import { Copy } from '../parts/Copy.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Row } from '../parts/Panel.tsx';
import { Brand } from '../shell/Brand.tsx';
import { serviceOfPage } from '../shell/service.ts';
import style from '../shell/shell.module.css';
import { useConsoleText } from './text.ts';

const COMMAND = 'npx reelgate console';

export function SignIn({ error }: { error: unknown }) {
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
