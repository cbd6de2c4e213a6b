// Owns the button that puts a text on the clipboard and says that it did.
import { useState } from 'react';
import { useCommonText } from '../text/common.ts';
import { Button } from './Button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';

const SAID_MS = 1500;

export function Copy({ value, what }: { value: string; what?: string }) {
  const text = useCommonText();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  };
  return (
    <Button kind="quiet" onClick={() => void copy()} aria-label={what ? text.copyWhat(what) : text.copy}>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{isCopied ? text.copied : text.copy}</span>
    </Button>
  );
}
