// Where the focus goes in a dialog. `showModal` would focus the first control, which closes the dialog, and React's `autoFocus` runs before
// the dialog is shown, when nothing in it can have the focus.

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

export function focusFirst({ dialog, heading, isDrawer }: Parts): void {
  const first = isDrawer ? undefined : (usableIn(dialog, FIELDS)[0] ?? safeAction(dialog));
  (first ?? heading).focus();
}
