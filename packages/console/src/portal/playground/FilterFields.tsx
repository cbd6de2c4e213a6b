// Filters and sorting of a list, folded away at first.
import { searchVideosMinHeightChoices } from '../../api/bounds.ts';
import { type Choice, SelectField, TextField } from '../../parts/Field.tsx';
import { usePortalText } from '../text.ts';
import { COUNT_DEFAULT } from './call.ts';
import { FILTERS, type FilterName, type PlaygroundForm } from './form.ts';
import { OPERATIONS, type SortName } from './operations.ts';
import style from './playground.module.css';

interface FilterFieldsProps {
  form: PlaygroundForm;
  change: (change: Partial<PlaygroundForm>) => void;
}

const COUNTS = ['5', '10', '20', '50'];
const HEIGHTS = searchVideosMinHeightChoices.map(String);

function choicesOf<Value extends string>(names: Record<Value, string>): Choice[] {
  return Object.entries<string>(names).map(([value, label]) => ({ value, label }));
}

function Pick({
  form,
  change,
  name,
  label,
  choices,
  any,
}: FilterFieldsProps & { name: FilterName; label: string; choices: Choice[]; any: string }) {
  return (
    <SelectField
      label={label}
      value={form[name] ?? ''}
      choices={[{ value: '', label: any }, ...choices]}
      onPick={(value) => change({ [name]: value === '' ? undefined : value })}
    />
  );
}

function Type({
  form,
  change,
  name,
  label,
  ...rest
}: FilterFieldsProps & { name: FilterName; label: string; type?: string; placeholder?: string }) {
  return (
    <TextField
      label={label}
      value={form[name] ?? ''}
      onChange={(event) => change({ [name]: event.target.value === '' ? undefined : event.target.value })}
      {...rest}
    />
  );
}

function SearchFilters(props: FilterFieldsProps) {
  const text = usePortalText();
  const any = text.any;
  return (
    <>
      <Pick {...props} name="duration" label={text.duration} any={any} choices={choicesOf(text.durations)} />
      <Type {...props} name="published_after" label={text.after} type="date" />
      <Type {...props} name="published_before" label={text.before} type="date" />
      <Type {...props} name="language" label={text.languageFilter} placeholder="de, zh-Hans" />
      <Type {...props} name="region" label={text.region} placeholder="DE" />
      <Pick
        {...props}
        name="license"
        label={text.licence}
        any={any}
        choices={[{ value: 'cc', label: text.cc }]}
      />
      <Pick {...props} name="safe" label={text.safe} any={any} choices={choicesOf(text.safes)} />
      <Pick
        {...props}
        name="orientation"
        label={text.orientation}
        any={any}
        choices={choicesOf(text.orientations)}
      />
      <Pick
        {...props}
        name="min_height"
        label={text.height}
        any={any}
        choices={HEIGHTS.map((value) => ({ value, label: `${value}p` }))}
      />
      <Pick
        {...props}
        name="filters"
        label={text.bestEffort}
        any="–"
        choices={[{ value: 'best_effort', label: 'best_effort' }]}
      />
    </>
  );
}

export function FilterFields({ form, change }: FilterFieldsProps) {
  const text = usePortalText();
  const { sorts, paged, filtered } = OPERATIONS[form.operation];
  if (!paged) return null;
  const taken = FILTERS.filter((name) => form[name] !== undefined).length;
  const orders = sorts.map((value: SortName) => ({ value, label: text.sorts[value] }));
  return (
    <details className={style.filters}>
      <summary>{text.filtersTaken(taken)}</summary>
      <div className={style.pair}>
        {orders.length > 0 && (
          <Pick
            form={form}
            change={change}
            name="sort"
            label={text.sort}
            any={text.asPlatform}
            choices={orders}
          />
        )}
        <SelectField
          label={text.count}
          value={form.count ?? String(COUNT_DEFAULT)}
          choices={COUNTS.map((value) => ({ value, label: value }))}
          onPick={(count) => change({ count })}
        />
        {filtered && <SearchFilters form={form} change={change} />}
      </div>
    </details>
  );
}
