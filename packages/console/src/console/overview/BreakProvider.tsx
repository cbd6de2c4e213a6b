// The button that breaks the first made-up provider, and mends it again.
import type { ProviderLight } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { useMay } from '../console-session.ts';
import { useFault } from '../providers/FaultChoice.tsx';
import { useOverviewText } from './text.ts';

export function BreakProvider({ of: { provider, fault } }: { of: ProviderLight }) {
  const text = useOverviewText();
  const may = useMay();
  const changed = useFault();
  if (!may.change) return null;
  const isBroken = fault !== 'none';
  return (
    <>
      <Button
        kind="bare"
        disabled={changed.isPending}
        onClick={() => changed.mutate({ provider, fault: isBroken ? 'none' : 'down' })}
      >
        {isBroken ? text.mend(provider) : text.break(provider)}
      </Button>
      {changed.isError && <Failure error={changed.error} />}
    </>
  );
}
