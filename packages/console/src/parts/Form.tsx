// A form. Enter sends it, like the button.
import type { FormEvent, ReactNode } from 'react';
import style from './form.module.css';
import { joined } from './joined.ts';

interface FormProps {
  onSend: () => void;
  /** At every change of a field. */
  onType?: () => void;
  /** As narrow as a dialog, for a form on a page. */
  narrow?: boolean;
  children: ReactNode;
}

export function Form({ onSend, onType, narrow = false, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className={joined(style.form, narrow && style.narrow)} onSubmit={submit} onChange={onType}>
      {children}
    </form>
  );
}

export function Pair({ children }: { children: ReactNode }) {
  return <div className={style.pair}>{children}</div>;
}
