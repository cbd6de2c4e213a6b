import { useState } from 'react';
import { adminListCallsStateChoices } from '../../api/bounds.ts';
import { Button } from '../../parts/Button.tsx';
import { SelectField, TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { joined } from '../../parts/joined.ts';
import { useCommonText } from '../../text/common.ts';
import style from './calls.module.css';
import { CALL_FILTERS, type CallFilterName, type CallFilters } from './filters.ts';
import { useCallsText } from './text.ts';

/** Screen width from which the filters are shown open. */
const WIDE = '(min-width: 700px)';

interface CallFilterBarProps {
  filters: CallFilters;
  change: (change: Partial<CallFilters>) => void;
}

/** Applies a typed filter when the reader leaves the field, not at every letter. */
function TypedFilter({
  name,
  label,
  filters,
  change,
  type,
}: CallFilterBarProps & { name: CallFilterName; label: string; type?: string }) {
  const [typed, setTyped] = useState(filters[name] ?? '');
  const done = () => typed.trim() !== (filters[name] ?? '') && change({ [name]: typed.trim() || undefined });
  return (
    <TextField
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={done}
      {...(type && { type })}
    />
  );
}

export function CallFilterBar({ filters, change }: CallFilterBarProps) {
  const text = useCallsText();
  const common = useCommonText();
  const [round, setRound] = useState(0);
  const [isOpen, setOpen] = useState(() => matchMedia(WIDE).matches);
  const states = adminListCallsStateChoices.map((value) => ({ value, label: common.states[value] }));
  const labels: [CallFilterName, string, string?][] = [
    ['account', text.account],
    ['key', text.key],
    ['platform', text.platform],
    ['provider', common.provider],
    ['path', common.path],
    ['failure', text.failure],
    ['from', text.from, 'date'],
    ['to', text.to, 'date'],
  ];
  const clear = () => {
    change(Object.fromEntries(CALL_FILTERS.map((name) => [name, undefined])));
    setRound(round + 1);
  };
  const taken = CALL_FILTERS.filter((name) => filters[name] !== undefined).length;
  return (
    <details className={style.fold} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.filters(taken)}</summary>
      <Form onSend={() => (document.activeElement as HTMLElement | null)?.blur()}>
        <div className={joined(style.filters)} key={round}>
          <SelectField
            label={common.state}
            value={filters.state ?? ''}
            choices={[{ value: '', label: text.any }, ...states]}
            onPick={(picked) =>
              change({ state: adminListCallsStateChoices.find((state) => state === picked) })
            }
          />
          {labels.map(([name, label, type]) => (
            <TypedFilter
              key={name}
              name={name}
              label={label}
              filters={filters}
              change={change}
              {...(type && { type })}
            />
          ))}
          {taken > 0 && (
            <div className={style.clear}>
              <Button onClick={clear}>{text.clear}</Button>
            </div>
          )}
        </div>
      </Form>
    </details>
  );
}
