import type { ButtonHTMLAttributes } from 'react';
import style from './controls.module.css';
import { joined } from './joined.ts';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'plain' | 'danger' | 'quiet' | 'bare' | 'icon';
  wide?: boolean;
}

export function Button({ kind = 'plain', wide = false, className, type = 'button', ...rest }: ButtonProps) {
  const look = kind === 'plain' ? undefined : style[kind];
  return (
    <button type={type} className={joined(style.button, look, wide && style.wide, className)} {...rest} />
  );
}
