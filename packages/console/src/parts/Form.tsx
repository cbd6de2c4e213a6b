// A form. Enter sends it, like the button.
import type { FormEvent, ReactNode } from 'react';
import style from './form.module.css';
import { joined } from './joined.ts';

interface FormProps {
  onSend: () => void;
  /** As narrow as a dialog, for a form on a page. */
  narrow?: boolean;
  children: ReactNode;
}

export function Form({ onSend, narrow = false, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className={joined(style.form, narrow && style.narrow)} onSubmit={submit}>
      {children}
    </form>
  );
}

export function Pair({ children }: { children: ReactNode }) {
  return <div className={style.pair}>{children}</div>;
}
