// Asks before an action that is hard to undo: what will happen, and a button that names the action.
import type { ReactNode } from 'react';
import { SendDialog } from './SendDialog.tsx';

interface Sure {
  title: string;
  /** Label of the button. */
  act: string;
  /** Performs the action. */
  send: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog(props: Sure) {
  return <SendDialog danger {...props} />;
}
