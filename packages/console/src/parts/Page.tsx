// The frame of a page: title, subtitle and actions.

import { type ReactNode, useEffect } from 'react';
import { serviceOfPage } from '../shell/service.ts';
import style from './panel.module.css';

interface PageProps {
  title: string;
  sub?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, sub, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${serviceOfPage().title}`;
  }, [title]);
  return (
    <div className={style.page}>
      <div className={style.head}>
        <div>
          <h1>{title}</h1>
          {sub && <p className={style.sub}>{sub}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}
