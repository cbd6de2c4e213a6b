// Asks before an action that is hard to undo: what will happen, and a button that names the action.
import type { ReactNode } from 'react';
import { useChange } from '../api/use-change.ts';
import { useCommonText } from '../text/common.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { Failure } from './Failure.tsx';

interface Sure {
  title: string;
  /** Label of the button. */
  act: string;
  /** Performs the action. */
  send: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog({ title, act, send, onClose, children }: Sure) {
  const common = useCommonText();
  const done = useChange(send, onClose);
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {done.isError && <Failure error={done.error} />}
      <DialogActions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="danger" disabled={done.isPending} onClick={() => done.mutate()}>
          {act}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
