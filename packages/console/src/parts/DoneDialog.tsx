// The result of a finished dialog, with one button to close it.
import type { ReactNode } from 'react';
import { useCommonText } from '../text/common.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';

export function DoneDialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const common = useCommonText();
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {props.children}
      <DialogActions>
        <Button kind="primary" onClick={props.onClose}>
          {common.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
