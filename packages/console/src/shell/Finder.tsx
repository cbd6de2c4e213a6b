// The search box behind ⌘K: finds pages by name and anything by its pasted id.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { getRequestRequestIdMaxLength } from '../api/bounds.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { TextField } from '../parts/Field.tsx';
import { joined } from '../parts/joined.ts';
import { useCommonText } from '../text/common.ts';
import type { NavigationGroup } from './Shell.tsx';
import style from './shell.module.css';
import { useDebounced } from './use-debounced.ts';

export interface FoundId {
  /** Address of its page. */
  to: string;
  label: string;
  kind: string;
}

interface FinderProps {
  groups: readonly NavigationGroup[];
  lookUp?: (id: string) => Promise<FoundId[]>;
  onClose: () => void;
}

/** Shorter texts are taken for names of pages only. */
const ID_LENGTH_MIN = 3;

function pagesNamed(groups: readonly NavigationGroup[], asked: string, kind: string): FoundId[] {
  const words = asked.trim().toLowerCase();
  return groups
    .flatMap(({ links }) => links)
    .filter(({ label, outside }) => !outside && label.toLowerCase().includes(words))
    .map(({ to, label }) => ({ to, label, kind }));
}

export function Finder({ groups, lookUp, onClose }: FinderProps) {
  const text = useCommonText();
  const list = useId();
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState(0);
  const id = useDebounced(asked.trim());
  const looked = useQuery({
    queryKey: ['lookup', id],
    queryFn: () => lookUp?.(id) ?? [],
    enabled: lookUp !== undefined && id.length >= ID_LENGTH_MIN && id.length <= getRequestRequestIdMaxLength,
    retry: false,
  });
  // Pages come first: they are known at once, so results that arrive later do not move them.
  const hits = [...pagesNamed(groups, asked, text.pages), ...(looked.data ?? [])];
  const open = ({ to }: FoundId) => {
    onClose();
    location.hash = `#${to}`;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(hits.length - 1, at + step)));
    }
    const hit = hits[at];
    if (event.key === 'Enter' && hit !== undefined) open(hit);
  };
  return (
    <Dialog title={text.searchOrPaste} onClose={onClose}>
      <TextField
        label={text.searchOrPaste}
        hideLabel
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={list}
        aria-activedescendant={hits.length > 0 ? `${list}-${at}` : undefined}
        value={asked}
        onChange={(event) => {
          setAsked(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={list} aria-label={text.found} className={style.hits}>
        {hits.map((hit, index) => (
          <button
            key={hit.to}
            id={`${list}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={joined(style.hit)}
            onClick={() => open(hit)}
          >
            <span>{hit.label}</span>
            <span className={style.aside}>{hit.kind}</span>
          </button>
        ))}
      </div>
      {hits.length === 0 && !looked.isFetching && id === asked.trim() && (
        <p className={style.aside}>{text.nothingFound}</p>
      )}
    </Dialog>
  );
}
