// Owns the verdict of the ledger: whether the books balance, when that was checked, and the click that checks again.
import { useQuery } from '@tanstack/react-query';
import type { AdminVerifyLedgerAnswer } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { admin } from '../api.ts';
import { useOverviewText } from './text.ts';

/** A check reads the whole ledger: once for each visit, and whenever somebody asks. */
const CHECK_FRESH_MS = 600_000;

export function Verdict() {
  const text = useOverviewText();
  const format = useFormat();
  const verdict = useQuery({
    queryKey: ['verdict'],
    queryFn: () => admin<AdminVerifyLedgerAnswer>('/ledger/verify', { method: 'POST', body: {} }),
    staleTime: CHECK_FRESH_MS,
    refetchOnWindowFocus: false,
  });
  const { data, dataUpdatedAt, isFetching, isError, error, refetch } = verdict;
  if (isError) return <Failure error={error} again={() => void refetch()} />;
  if (data === undefined) return <Notice>{text.checking}</Notice>;
  const ago = format.time.ago(new Date(dataUpdatedAt).toISOString(), Date.now());
  return (
    <Notice tone={data.clean ? 'good' : 'bad'}>
      <strong data-verdict={data.clean ? 'clean' : 'differ'}>
        {data.clean ? '✓' : '✗'} {data.clean ? text.balance : text.differ}
      </strong>
      <span>{text.checked(ago, format.count(data.entries))}</span>
      <Button kind="bare" disabled={isFetching} onClick={() => void refetch()}>
        {isFetching ? text.checking : text.checkAgain}
      </Button>
    </Notice>
  );
}
