import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { inBackground } from '../shell/in-background.ts';
import { useCommonText } from '../text/common.ts';
import style from './controls.module.css';
import { joined } from './joined.ts';
import { Row } from './Panel.tsx';

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

/** A link that looks like a button, for the main way on from a page. */
interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  kind?: 'primary' | 'plain';
}

export function LinkButton({ kind = 'plain', className, ...rest }: LinkButtonProps) {
  return <a className={joined(style.button, kind === 'primary' && style.primary, className)} {...rest} />;
}

/** Loads the next part of a list. */
export function MoreButton({
  of,
}: {
  of: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}) {
  const text = useCommonText();
  if (!of.hasNextPage) return null;
  return (
    <Row>
      <Button disabled={of.isFetchingNextPage} onClick={() => inBackground(of.fetchNextPage())}>
        {text.more}
      </Button>
    </Row>
  );
}
