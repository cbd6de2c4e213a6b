// Owns a form: its fields under one another, sent by the keyboard as by the button.
import type { FormEvent, ReactNode } from 'react';
import style from './form.module.css';

export function Form({ onSend, children }: { onSend: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className={style.form} onSubmit={submit}>
      {children}
    </form>
  );
}

export function Pair({ children }: { children: ReactNode }) {
  return <div className={style.pair}>{children}</div>;
}
