// Chooses the variant and the form of the answer.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Segments } from '../../parts/Segments.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import type { Group, PlaygroundForm } from './form.ts';

interface VariantChoiceProps {
  endpoints: readonly PricedEndpoint[];
  /** The groups that the key may use. */
  groups: readonly Group[];
  form: PlaygroundForm;
  change: (change: Partial<PlaygroundForm>) => void;
}

/** How much less economy costs than stable, as a fraction. */
function saving(stable: PricedEndpoint, economy: PricedEndpoint): number {
  const full = Number(parseMicros(stable.unit_price));
  return full === 0 ? 0 : 1 - Number(parseMicros(economy.unit_price)) / full;
}

export function VariantChoice({ endpoints, groups, form, change }: VariantChoiceProps) {
  const text = usePortalText();
  const format = useFormat();
  const able = endpoints.filter(
    (one) => one.group === form.group && one.operation === form.operation && one.platform === form.platform,
  );
  const stable = able.find(({ variant }) => variant === 'stable');
  const economy = able.find(({ variant }) => variant === 'economy');
  const less = stable && economy ? saving(stable, economy) : 0;
  return (
    <>
      {stable && economy && (
        <Segments
          label={text.variant}
          showLabel
          value={form.variant}
          choices={[
            { value: 'stable', label: text.stable },
            { value: 'economy', label: less > 0 ? text.cheaper(format.percent(less, 0)) : text.economy },
          ]}
          onPick={(variant) => change({ variant })}
        />
      )}
      {groups.length > 1 && (
        <Segments
          label={text.form}
          showLabel
          value={form.group}
          choices={groups.map((value) => ({ value, label: text.groups[value] }))}
          onPick={(group) => change({ group })}
        />
      )}
    </>
  );
}
