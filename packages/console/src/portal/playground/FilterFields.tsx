// Filters and sorting of a list, folded away at first.
import { searchVideosMinHeightChoices } from '../../api/bounds.ts';
import { type Choice, SelectField, TextField } from '../../parts/Field.tsx';
import { usePortalText } from '../text.ts';
import { COUNT_DEFAULT } from './call.ts';
import { type FilterName, filtersOf, type PlaygroundForm } from './form.ts';
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

/** How each filter is chosen; `sort` has a field of its own. */
function useFields(): Record<Exclude<FilterName, 'sort'>, FilterField> {
  const text = usePortalText();
  return {
    duration: { label: text.duration, choices: choicesOf(text.durations) },
    published_after: { label: text.after, type: 'date' },
    published_before: { label: text.before, type: 'date' },
    language: { label: text.languageFilter, placeholder: 'de, zh-Hans' },
    kind: { label: text.trackKind, choices: choicesOf(text.trackKinds) },
    region: { label: text.region, placeholder: 'DE' },
    category: { label: text.category },
    period: { label: text.period, choices: choicesOf(text.periods) },
    license: { label: text.licence, choices: [{ value: 'cc', label: text.cc }] },
    safe: { label: text.safe, choices: choicesOf(text.safes) },
    orientation: { label: text.orientation, choices: choicesOf(text.orientations) },
    min_height: { label: text.height, choices: HEIGHTS.map((value) => ({ value, label: `${value}p` })) },
    filters: { label: text.bestEffort, any: '–', choices: [{ value: 'best_effort', label: 'best_effort' }] },
  };
}

interface FilterField {
  label: string;
  /** Without choices it is typed. */
  choices?: Choice[];
  any?: string;
  type?: string;
  placeholder?: string;
}

function OtherFilters(props: FilterFieldsProps) {
  const text = usePortalText();
  const fields = useFields();
  return filtersOf(props.form.operation).map((name) => {
    if (name === 'sort') return null;
    const { choices, any = text.any, ...field } = fields[name];
    if (choices === undefined) return <Type key={name} {...props} name={name} {...field} />;
    return <Pick key={name} {...props} name={name} label={field.label} any={any} choices={choices} />;
  });
}

/** Without `pages`, the number of items of a page is not chosen. */
export function FilterFields({ form, change, pages = true }: FilterFieldsProps & { pages?: boolean }) {
  const text = usePortalText();
  const { sorts } = OPERATIONS[form.operation];
  const paged = pages && OPERATIONS[form.operation].paged;
  if (!paged && filtersOf(form.operation).length === 0) return null;
  const taken = filtersOf(form.operation).filter((name) => form[name] !== undefined).length;
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
        {paged && (
          <SelectField
            label={text.count}
            value={form.count ?? String(COUNT_DEFAULT)}
            choices={COUNTS.map((value) => ({ value, label: value }))}
            onPick={(count) => change({ count })}
          />
        )}
        <OtherFilters form={form} change={change} />
      </div>
    </details>
  );
}
