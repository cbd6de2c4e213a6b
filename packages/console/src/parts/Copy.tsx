// A button that copies a text and confirms it.
import { useState } from 'react';
import { inBackground } from '../shell/in-background.ts';
import { useCommonText } from '../text/common.ts';
import { shortId } from '../text/names.ts';
import { Button } from './Button.tsx';
import style from './code.module.css';
import { CheckIcon, CopyIcon } from './icons.tsx';

const SAID_MS = 1500;

/** Scripts have no clipboard on pages served over plain http from another machine, but selected text can still be copied. */
function copySelected(value: string): void {
  const field = document.createElement('textarea');
  field.value = value;
  // Inside an open dialog, because text outside it cannot be selected.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

function useCopy(value: string) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // A browser may refuse a script its clipboard, for want of a permission or of focus.
    if (isSecureContext) await navigator.clipboard.writeText(value).catch(() => copySelected(value));
    else copySelected(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  };
  return { isCopied, copy: () => inBackground(copy()) };
}

export function Copy({ value, what }: { value: string; what?: string }) {
  const text = useCommonText();
  const { isCopied, copy } = useCopy(value);
  return (
    <Button kind="quiet" onClick={copy} aria-label={what ? text.copyWhat(what) : text.copy}>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{isCopied ? text.copied : text.copy}</span>
    </Button>
  );
}

/** Only an icon, beside the text that it copies. */
function CopyIconButton({ value }: { value: string }) {
  const text = useCommonText();
  const { isCopied, copy } = useCopy(value);
  return (
    <Button
      kind="bare"
      aria-label={text.copyWhat(value)}
      onClick={(event) => {
        // In a table the row opens on a click.
        event.stopPropagation();
        copy();
      }}
    >
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      <span className="hidden-visually" aria-live="polite">
        {isCopied && text.copied}
      </span>
    </Button>
  );
}

/** An id: shortened in the middle, with a link to its page if it has one, and a button that copies the whole of it. */
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
