// Text to copy: a command, an answer or a secret.

import { Copy } from './Copy.tsx';
import style from './code.module.css';
import { joined } from './joined.ts';

export function Code({ children, tall = false, label }: { children: string; tall?: boolean; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the group scrolls
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <pre className={joined(style.code, tall && style.tall)} role="group" tabIndex={0} aria-label={label}>
      <code>{children}</code>
    </pre>
  );
}

export function Secret({ value, what }: { value: string; what: string }) {
  return (
    <div className={style.secret}>
      <Code label={what}>{value}</Code>
      <Copy value={value} what={what} />
    </div>
  );
}

export function Mono({ children }: { children: string }) {
  return <span className={style.id}>{children}</span>;
}
