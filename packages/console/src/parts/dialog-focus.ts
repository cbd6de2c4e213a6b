// Where the focus goes in a dialog. `showModal` gives it to the first control, which is the one that closes the dialog, and React's
// `autoFocus` acts before the dialog is shown, when nothing in it can have the focus yet.

/** A radio group has one stop: its checked button. */
const FIELDS = 'input:not([type="radio"]), input[type="radio"]:checked, select, textarea';
const ACTIONS = '[data-actions] button';

interface Parts {
  dialog: HTMLElement;
  heading: HTMLElement;
  /** A drawer is read before anything is done in it. */
  isDrawer: boolean;
}

function usableIn(dialog: HTMLElement, selector: string): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>(selector)].filter((one) => !one.matches(':disabled'));
}

/** Where there is a choice, the first button is the one that changes nothing. A lone "Done" gets no focus: a second Enter would close
 * the only sight of a secret. */
function safeAction(dialog: HTMLElement): HTMLElement | undefined {
  const actions = usableIn(dialog, ACTIONS);
  return actions.length > 1 ? actions[0] : undefined;
}

export function focusFirst({ dialog, heading, isDrawer }: Parts): void {
  const first = isDrawer ? undefined : (usableIn(dialog, FIELDS)[0] ?? safeAction(dialog));
  (first ?? heading).focus();
}
