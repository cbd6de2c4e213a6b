// A field that adds a filter: while one types, it suggests what can be filtered by.
import { useCommonText } from '../text/common.ts';
import { TextField } from './Field.tsx';
import style from './filters.module.css';
import { useCombobox } from './use-combobox.ts';

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
  const box = useCombobox({
    count: suggestions.length,
    begins: 'first',
    onOpen,
    onTake: (at) => {
      onPick(suggestions[at]!);
      onType('');
    },
  });
  return (
    <div className={style.box}>
      <TextField
        label={label}
        hideLabel
        placeholder={label}
        value={typed}
        onClick={box.open}
        onChange={(event) => {
          onType(event.target.value);
          box.typed();
        }}
        role="combobox"
        {...box.input}
      />
      <div role="listbox" {...box.listbox} aria-label={text.found} className={style.list}>
        {(box.isShown ? suggestions : []).map((one, index) => (
          <button
            key={`${one.name} ${one.value}`}
            className={style.option}
            data-suggested={`${one.name}=${one.value}`}
            role="option"
            {...box.optionAt(index)}
          >
            <span className={style.label}>{one.kind}</span>
            <span className={style.value}>{one.label}</span>
            {one.note && <span className={style.label}>{one.note}</span>}
          </button>
        ))}
      </div>
      {box.isOpen && suggestions.length === 0 && !isLoading && typed.trim() !== '' && (
        <p className={style.none} role="status">
          {text.nothingFound}
        </p>
      )}
    </div>
  );
}
