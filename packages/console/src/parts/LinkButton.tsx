// A link that looks like a button, for the main way on from a page.
import type { AnchorHTMLAttributes } from 'react';
import style from './controls.module.css';
import { joined } from './joined.ts';

interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  kind?: 'primary' | 'plain';
}

export function LinkButton({ kind = 'plain', className, ...rest }: LinkButtonProps) {
  return <a className={joined(style.button, kind === 'primary' && style.primary, className)} {...rest} />;
}
