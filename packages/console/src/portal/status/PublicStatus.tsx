// The status page for visitors without a session. Where the status is not public, the sign-in is shown in its place.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemError } from '../../api/problem.ts';
import { Brand } from '../../shell/Brand.tsx';
import { serviceOfPage } from '../../shell/service.ts';
import style from '../../shell/shell.module.css';
import { statusQuery } from '../api.ts';
import { Status } from './Status.tsx';
import { useStatusText } from './text.ts';

export function PublicStatus({ signIn }: { signIn: ReactNode }) {
  const text = useStatusText();
  const status = useQuery(statusQuery);
  if (status.isLoading) return null;
  if (status.error instanceof ProblemError && status.error.problem.status === 401) return signIn;
  return (
    <>
      <header className={style.top}>
        <Brand {...serviceOfPage()} />
        <div className={style.who}>
          <a href="#/">{text.signIn}</a>
        </div>
      </header>
      <main className={style.main}>
        <Status />
      </main>
    </>
  );
}
