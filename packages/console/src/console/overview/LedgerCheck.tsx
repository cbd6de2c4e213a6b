// The result of the last ledger verification, and a button to verify again.
import type { AdminGetOverviewAnswer } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { useOverviewText } from './text.ts';

/** A verification reads the whole ledger, so it runs only on request. The overview reports the last one. */
export function LedgerCheck({ ledger }: { ledger: AdminGetOverviewAnswer['ledger'] }) {
  const text = useOverviewText();
  const format = useFormat();
  const may = useMay();
  const checked = useChange(() => admin('/ledger/verify', { method: 'POST' }));
  const check = () => checked.mutate();
  if (checked.isError) return <Failure error={checked.error} again={check} />;
  const label = checked.isPending ? text.checking : ledger === null ? text.check : text.checkAgain;
  const button = may.change && (
    <Button kind="bare" disabled={checked.isPending} onClick={check}>
      {label}
    </Button>
  );
  if (ledger === null) return button && <Notice>{button}</Notice>;
  return (
    <Notice tone={ledger.clean ? 'good' : 'bad'}>
      <strong data-verdict={ledger.clean ? 'clean' : 'differ'}>
        {ledger.clean ? '✓' : '✗'} {ledger.clean ? text.balance : text.differ}
      </strong>
      <span>
        {text.checked(format.time.ago(ledger.checked_at, Date.now()), format.count(ledger.entries))}
      </span>
      {button}
    </Notice>
  );
}
