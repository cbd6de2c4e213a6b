// Breaks a provider of the showcase, or mends it.
import type { ProviderLight } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { Failure } from '../../parts/Failure.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { admin } from '../api.ts';
import { useProvidersText } from './text.ts';

type Fault = NonNullable<ProviderLight['fault']>;

const FAULTS: readonly Fault[] = ['none', 'slow', 'down', 'refusing', 'wrong'];

export function useFault() {
  return useChange(({ provider, fault }: { provider: string; fault: Fault }) =>
    admin('/providers/{provider}/fault', { method: 'POST', params: { provider }, body: { fault } }),
  );
}

export function FaultChoice({ provider, fault }: { provider: string; fault: Fault }) {
  const text = useProvidersText();
  const changed = useFault();
  return (
    <>
      <Segments
        label={text.fault}
        showLabel
        value={fault}
        choices={FAULTS.map((value) => ({ value, label: text.faults[value] }))}
        onPick={(picked) => changed.mutate({ provider, fault: picked })}
      />
      <p>{text.faultNote}</p>
      {changed.isError && <Failure error={changed.error} />}
    </>
  );
}
