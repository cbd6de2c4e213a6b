// The search field over a list. The gateway searches.
import { useEffect, useState } from 'react';
import { useDebounced } from '../shell/use-debounced.ts';
import style from './controls.module.css';
import { TextField } from './Field.tsx';

interface SearchBoxProps {
  label: string;
  /** The longest text that the gateway accepts. */
  maxLength: number;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
}

export function SearchBox({ label, maxLength, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value ?? '');
  const settled = useDebounced(typed.trim());
  useEffect(() => {
    if (settled !== (value ?? '')) onSearch(settled === '' ? undefined : settled);
  });
  return (
    <div className={style.search}>
      <TextField
        label={label}
        hideLabel
        type="search"
        placeholder={label}
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
