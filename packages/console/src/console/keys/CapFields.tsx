// Form fields for the caps of a key or a project.
import { TextField } from '../../parts/Field.tsx';
import { Pair } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import type { CapName, CapTexts } from './caps.ts';

interface CapFieldsProps {
  caps: CapTexts;
  names: readonly CapName[];
  onChange: (caps: CapTexts) => void;
}

export function CapFields({ caps, names, onChange }: CapFieldsProps) {
  const text = useCommonText();
  return (
    <Pair>
      {names.map((name) => (
        <TextField
          key={name}
          label={text.caps[name]}
          inputMode="decimal"
          placeholder={text.noCap}
          value={caps[name] ?? ''}
          onChange={(event) => onChange({ ...caps, [name]: event.target.value })}
        />
      ))}
    </Pair>
  );
}
