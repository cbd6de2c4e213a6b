// The filters in force, each a button that removes it.
import { useRef } from 'react';
import { useCommonText } from '../text/common.ts';
import style from './filters.module.css';
import { CloseIcon } from './icons.tsx';

interface ShownFilter {
  name: string;
  label: string;
  /** As it is shown. */
  value: string;
}

interface FilterChipsProps {
  filters: readonly ShownFilter[];
  onRemove: (name: string) => void;
  onClear?: () => void;
}

export function FilterChips({ filters, onRemove, onClear }: FilterChipsProps) {
  const text = useCommonText();
  const list = useRef<HTMLUListElement>(null);
  if (filters.length === 0) return null;
  /** The focus goes to a neighbour, so that one can remove the next filter, or to the field that adds one. */
  const remove = (name: string, at: number) => {
    const chips = list.current?.querySelectorAll<HTMLElement>('[data-filter]') ?? [];
    const field = list.current?.parentElement?.querySelector('input');
    (chips[at + 1] ?? chips[at - 1] ?? field)?.focus();
    onRemove(name);
  };
  return (
    <ul className={style.chips} ref={list} aria-label={text.filters}>
      {filters.map(({ name, label, value }, at) => (
        <li key={name}>
          <button
            type="button"
            className={style.chip}
            data-filter={name}
            aria-label={text.removeFilter(`${label}: ${value}`)}
            onClick={() => remove(name, at)}
            onKeyDown={(event) => ['Delete', 'Backspace'].includes(event.key) && remove(name, at)}
          >
            <span className={style.label}>{label}</span>
            <span className={style.value}>{value}</span>
            <CloseIcon />
          </button>
        </li>
      ))}
      {onClear && filters.length > 1 && (
        <li>
          <button type="button" className={style.clear} onClick={onClear}>
            {text.clearFilters}
          </button>
        </li>
      )}
    </ul>
  );
}
