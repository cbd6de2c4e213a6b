// A field that adds a filter: while one types, it suggests what can be filtered by. Arrow keys move, Enter adds, Escape closes.
import { type KeyboardEvent, useId, useState } from 'react';
import { useCommonText } from '../text/common.ts';
import { TextField } from './Field.tsx';
import style from './filters.module.css';

export interface Suggestion {
  /** The filter, and the value that it gets. */
  name: string;
  value: string;
  /** The kind of filter, in words. */
  kind: string;
  label: string;
  /** What tells two equal labels apart. */
  note?: string | undefined;
}

interface FilterBoxProps {
  label: string;
  typed: string;
  onType: (text: string) => void;
  suggestions: readonly Suggestion[];
  isLoading: boolean;
  onOpen: () => void;
  onPick: (suggestion: Suggestion) => void;
}

export function FilterBox(props: FilterBoxProps) {
  const { label, typed, onType, suggestions, isLoading, onOpen, onPick } = props;
  const text = useCommonText();
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const isShown = isOpen && suggestions.length > 0;
  const open = () => {
    setOpen(true);
    onOpen();
  };
  const pick = (suggestion: Suggestion | undefined) => {
    if (suggestion === undefined) return;
    onPick(suggestion);
    onType('');
    setAt(0);
    setOpen(false);
  };
  const move = (step: number) => {
    open();
    setAt(Math.max(0, Math.min(suggestions.length - 1, isShown ? at + step : 0)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    } else if (event.key === 'Enter' && isShown) {
      event.preventDefault();
      pick(suggestions[at]);
    } else if (event.key === 'Escape') setOpen(false);
  };
  return (
    <div className={style.box}>
      <TextField
        label={label}
        hideLabel
        placeholder={label}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isShown ? `${list}-${at}` : undefined}
        value={typed}
        onClick={open}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          onType(event.target.value);
          setAt(0);
          open();
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={list} aria-label={text.found} className={style.list} hidden={!isShown}>
        {(isShown ? suggestions : []).map((one, index) => (
          <button
            key={`${one.name} ${one.value}`}
            id={`${list}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={style.option}
            data-suggested={`${one.name}=${one.value}`}
            // Pressing the mouse would move the focus, and that closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(one)}
          >
            <span className={style.label}>{one.kind}</span>
            <span className={style.value}>{one.label}</span>
            {one.note && <span className={style.label}>{one.note}</span>}
          </button>
        ))}
      </div>
      {isOpen && suggestions.length === 0 && !isLoading && typed.trim() !== '' && (
        <p className={style.none} role="status">
          {text.nothingFound}
        </p>
      )}
    </div>
  );
}
