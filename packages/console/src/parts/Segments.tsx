// A choice between a few visible options, made of radio buttons, so that arrow keys work.
import { type ReactNode, useId } from 'react';
import style from './controls.module.css';
import { joined } from './joined.ts';

interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
}

interface SegmentsProps<Value extends string> {
  label: string;
  showLabel?: boolean;
  /** Options of equal width, three in a row: for more than fit into one row. */
  even?: boolean;
  value: Value;
  choices: readonly Segment<Value>[];
  onPick: (value: Value) => void;
}

export function Segments<Value extends string>({
  label,
  showLabel,
  even,
  value,
  choices,
  onPick,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className={style.field} role="radiogroup" aria-label={label}>
      {showLabel && (
        <span className={style.label} aria-hidden="true">
          {label}
        </span>
      )}
      <div className={joined(style.segments, even && style.even)}>
        {choices.map((choice) => (
          <label key={choice.value} className={style.segment}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled === true}
              onChange={() => onPick(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </div>
  );
}
