// A labelled form field with a hint and an error message.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { fileComplaintReasonMaxLength, getRequestRequestIdMaxLength } from '../api/bounds.ts';
import style from './controls.module.css';

interface Labelled {
  label: string;
  hint?: ReactNode;
  wrong?: string | null | undefined;
  hideLabel?: boolean;
}

function Frame({
  id,
  label,
  hint,
  wrong,
  hideLabel,
  children,
}: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className={style.field}>
      <label htmlFor={id} className={hideLabel ? 'hidden-visually' : style.label}>
        {label}
      </label>
      {children}
      {hint && (
        <span id={`${id}-hint`} className={style.hint}>
          {hint}
        </span>
      )}
      {wrong && (
        <span id={`${id}-wrong`} className={style.wrong} role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}

function described(id: string, { hint, wrong }: Labelled) {
  const ids = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return { ...(ids !== '' && { 'aria-describedby': ids }), ...(wrong && { 'aria-invalid': true }) };
}

/** Default limit of text fields: the length of a request id, the longest text that people paste. */
const TEXT_CHARS_MAX = getRequestRequestIdMaxLength;
/** Default limit of text areas: the length of a complaint. */
const AREA_CHARS_MAX = fileComplaintReasonMaxLength;

type InputProps = Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>;

export function TextField({ label, hint, wrong, hideLabel, ...rest }: InputProps) {
  const id = useId();
  const words = { label, hint, wrong, ...(hideLabel && { hideLabel }) };
  return (
    <Frame id={id} {...words}>
      <input
        id={id}
        className={style.input}
        autoComplete="off"
        maxLength={TEXT_CHARS_MAX}
        {...described(id, words)}
        {...rest}
      />
    </Frame>
  );
}

type AreaProps = Labelled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>;

export function AreaField({ label, hint, wrong, hideLabel, ...rest }: AreaProps) {
  const id = useId();
  const words = { label, hint, wrong, ...(hideLabel && { hideLabel }) };
  return (
    <Frame id={id} {...words}>
      <textarea
        id={id}
        className={style.input}
        spellCheck={false}
        maxLength={AREA_CHARS_MAX}
        {...described(id, words)}
        {...rest}
      />
    </Frame>
  );
}

export interface Choice {
  value: string;
  label: string;
}

type SelectProps = Labelled &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'onChange'> & {
    choices: readonly Choice[];
    onPick: (value: string) => void;
  };

export function SelectField({ label, hint, wrong, hideLabel, choices, onPick, ...rest }: SelectProps) {
  const id = useId();
  const words = { label, hint, wrong, ...(hideLabel && { hideLabel }) };
  return (
    <Frame id={id} {...words}>
      <select
        id={id}
        className={style.input}
        onChange={(event) => onPick(event.target.value)}
        {...described(id, words)}
        {...rest}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}

export function CheckField({ label, checked, onCheck }: CheckProps) {
  return (
    <label className={style.checkbox}>
      <input type="checkbox" checked={checked} onChange={(event) => onCheck(event.target.checked)} />
      {label}
    </label>
  );
}
