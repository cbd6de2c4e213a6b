// An id: shortened in the middle, with a link to its page if it has one, and a button that copies the whole of it.

import { shortId } from '../text/short-id.ts';
import { CopyIconButton } from './Copy.tsx';
import style from './code.module.css';

export function Id({ of, href }: { of: string; href?: string }) {
  return (
    <span className={style.idWithCopy} title={of}>
      {href === undefined ? (
        <span className={style.id} data-id={of}>
          {shortId(of)}
        </span>
      ) : (
        <a className={style.id} href={href} data-id={of}>
          {shortId(of)}
        </a>
      )}
      <CopyIconButton value={of} />
    </span>
  );
}
