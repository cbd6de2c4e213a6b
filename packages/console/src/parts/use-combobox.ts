// The keys and roles of a field that suggests while one types (the combobox of WAI-ARIA): arrow keys move, Enter takes, Escape closes. The
// focus stays in the field.
import { type KeyboardEvent, useId, useState } from 'react';

interface Combobox {
  /** How many suggestions there are. */
  count: number;
  /** What Enter takes before an arrow key was pressed: the first one, or none, so that Enter sends the form. */
  begins: 'first' | 'none';
  onOpen?: () => void;
  onTake: (at: number) => void;
}

export function useCombobox({ count, begins, onOpen, onTake }: Combobox) {
  const list = useId();
  const start = begins === 'first' ? 0 : -1;
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(start);
  const isShown = isOpen && count > 0;
  const open = () => {
    setOpen(true);
    onOpen?.();
  };
  const close = () => {
    setOpen(false);
    setAt(start);
  };
  const take = (index: number) => {
    onTake(index);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      open();
      setAt(Math.max(0, Math.min(count - 1, isShown ? at + step : 0)));
    } else if (event.key === 'Enter' && isShown && at >= 0 && at < count) {
      event.preventDefault();
      take(at);
    } else if (event.key === 'Escape') close();
  };
  return {
    isOpen,
    isShown,
    /** Call it when the text changes. */
    typed: () => {
      setAt(start);
      open();
    },
    open,
    input: {
      'aria-expanded': isShown,
      'aria-controls': list,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': isShown && at >= 0 ? `${list}-${at}` : undefined,
      onBlur: close,
      onKeyDown,
    },
    listbox: { id: list, hidden: !isShown },
    optionAt: (index: number) => ({
      id: `${list}-${index}`,
      type: 'button' as const,
      tabIndex: -1,
      'aria-selected': index === at,
      // Pressing the mouse would move the focus, and that closes the list.
      onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
      onClick: () => take(index),
    }),
  };
}
