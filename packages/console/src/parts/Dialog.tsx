// Dialogs and drawers, made with the browser's modal dialog: it keeps the focus inside, closes on Escape and gives the focus back.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useCommonText } from '../text/common.ts';
import { Button } from './Button.tsx';
import style from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { joined } from './joined.ts';

/** Of a radio group, only the checked button can be reached by Tab. */
const FIELDS = 'input:not([type="radio"]), input[type="radio"]:checked, select, textarea';
const ACTIONS = '[data-actions] button';

interface Parts {
  dialog: HTMLElement;
  heading: HTMLElement;
  /** A drawer is read first: no field in it gets the focus. */
  isDrawer: boolean;
}

function usableIn(dialog: HTMLElement, selector: string): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>(selector)].filter((one) => !one.matches(':disabled'));
}

/**
 * If there is a choice, the first button is the one that changes nothing. A single "Done" button gets no focus: a second Enter would close
 * the dialog that shows a secret once.
 */
function safeAction(dialog: HTMLElement): HTMLElement | undefined {
  const actions = usableIn(dialog, ACTIONS);
  return actions.length > 1 ? actions[0] : undefined;
}

/**
 * Where the focus goes in a dialog. `showModal` would focus the first control, which closes the dialog, and React's `autoFocus` runs before
 * the dialog is shown, when nothing in it can have the focus.
 */
function focusFirst({ dialog, heading, isDrawer }: Parts): void {
  const first = isDrawer ? undefined : (usableIn(dialog, FIELDS)[0] ?? safeAction(dialog));
  (first ?? heading).focus();
}

interface DialogProps {
  title: string;
  onClose: () => void;
  side?: boolean;
  children: ReactNode;
}

export function Dialog({ title, onClose, side = false, children }: DialogProps) {
  const text = useCommonText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Element | null>(null);
  const begin = () => focusFirst({ dialog: dialog.current!, heading: heading.current!, isDrawer: side });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog opens once
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown?.open === false) shown.showModal();
    begin();
    // Closed before it is removed: only then does the browser give the focus back.
    return () => shown?.close();
  }, []);
  // The focused element may be gone, for example when a form was replaced by its result.
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false) begin();
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it already
    <dialog
      ref={dialog}
      className={joined(style.dialog, side && style.drawer)}
      aria-labelledby={id}
      onCancel={(event) => {
        // React passes on the event of a dialog that is open inside this one: Escape closes that one alone.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      onFocus={(event) => {
        focused.current = event.target;
      }}
    >
      <div className={style.body}>
        <div className={style.head}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <Button kind="icon" aria-label={text.close} onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className={style.actions} data-actions="">
      {children}
    </div>
  );
}

/** The result of a finished dialog, with one button to close it. */
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
