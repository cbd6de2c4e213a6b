// Buttons that ask before they do what they say, each by its name.
import { useState } from 'react';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './SendDialog.tsx';

export interface Act {
  name: string;
  /** What will happen. */
  sure: string;
  danger?: boolean;
  send: () => Promise<unknown>;
}

/** Buttons that ask before they do what they say. */
export function Acts({ of }: { of: readonly (Act | false)[] }) {
  const [open, setOpen] = useState<Act | null>(null);
  return (
    <>
      {of
        .filter((one) => one !== false)
        .map((one) => (
          <Button key={one.name} kind={one.danger ? 'danger' : 'plain'} onClick={() => setOpen(one)}>
            {one.name}
          </Button>
        ))}
      {open !== null && (
        <ConfirmDialog title={open.name} act={open.name} send={open.send} onClose={() => setOpen(null)}>
          <p>{open.sure}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
