// The search field over a list. The gateway searches.
import { useEffect, useRef, useState } from 'react';
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
  const searched = value ?? '';
  const [typed, setTyped] = useState(searched);
  const settled = useDebounced(typed.trim());
  /** What this field searched for last. Another value came from outside, such as from a link, and replaces what was typed. */
  const sent = useRef(searched);
  useEffect(() => {
    if (searched === sent.current) return;
    sent.current = searched;
    setTyped(searched);
  }, [searched]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts a search
  useEffect(() => {
    if (settled === sent.current || settled !== typed.trim()) return;
    sent.current = settled;
    onSearch(settled === '' ? undefined : settled);
  }, [settled]);
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
