// The keyword of a search. While one types, it suggests titles and authors of the library, where the library is searched. Taking one only
// fills the field: nothing is asked or paid before the button is pressed.
import { useQuery } from '@tanstack/react-query';
import { searchVideosKeywordMaxLength } from '../../api/bounds.ts';
import { TextField } from '../../parts/Field.tsx';
import style from '../../parts/filters.module.css';
import { useCombobox } from '../../parts/use-combobox.ts';
import { useDebounced } from '../../shell/use-debounced.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';
import { ADDRESS } from './call.ts';

/** A single letter begins nearly everything; a single character of other scripts may be a word. */
const ENOUGH = /[^ -~]|\S\S/;
const STALE_MS = 60_000;

interface KeywordFieldProps {
  value: string;
  /** Whether the library is searched. */
  isSuggesting: boolean;
  onType: (text: string) => void;
}

export function KeywordField({ value, isSuggesting, onType }: KeywordFieldProps) {
  const text = usePortalText();
  const typed = useDebounced(value.trim());
  const isAsked = isSuggesting && ENOUGH.test(typed) && !ADDRESS.test(typed);
  const { data } = useQuery({
    queryKey: ['suggestions', typed],
    queryFn: () => portal('/resolve/v1/suggestions', { query: { keyword: typed } }),
    enabled: isAsked,
    staleTime: STALE_MS,
    // A caller who types on asks again.
    retry: false,
  });
  // What was found for other letters, or is there already, helps nobody.
  const isCurrent = isAsked && typed === value.trim();
  const suggestions = (isCurrent ? data?.suggestions : undefined)?.filter((one) => one.text !== typed) ?? [];
  const box = useCombobox({
    count: suggestions.length,
    begins: 'none',
    onTake: (at) => onType(suggestions[at]!.text),
  });
  return (
    <div className={style.suggesting}>
      <TextField
        label={text.keyword}
        name="about"
        required
        maxLength={searchVideosKeywordMaxLength}
        value={value}
        onChange={(event) => {
          onType(event.target.value);
          box.typed();
        }}
        role="combobox"
        {...box.input}
      />
      <div role="listbox" {...box.listbox} aria-label={text.suggestions} className={style.list}>
        {(box.isShown ? suggestions : []).map(({ kind, text: found }, index) => (
          <button
            key={`${kind} ${found}`}
            className={style.option}
            data-suggested={found}
            role="option"
            {...box.optionAt(index)}
          >
            <span className={style.label}>{text.suggested[kind]}</span>
            <span className={style.value}>{found}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
