// Owns the file of one statement, as the gateway writes it.
import { useMutation } from '@tanstack/react-query';
import { Button } from '../parts/Button.tsx';
import { Failure } from '../parts/Failure.tsx';
import { useCommonText } from '../text/common.ts';
import type { StatementSource } from './statement-source.ts';
import { useStatementsText } from './text.ts';

interface StatementCsvProps {
  source: StatementSource;
  number: number;
  kind?: 'plain' | 'bare';
}

export function StatementCsv({ source, number, kind = 'plain' }: StatementCsvProps) {
  const text = useStatementsText();
  const common = useCommonText();
  const saved = useMutation({
    mutationFn: () => source.save({ statement: String(number) }, `statement-${number}.csv`),
  });
  return (
    <>
      <Button
        kind={kind}
        aria-label={`${text.one(number)} ${common.csv}`}
        disabled={saved.isPending}
        onClick={() => saved.mutate()}
      >
        {common.csv}
      </Button>
      {saved.isError && <Failure error={saved.error} />}
    </>
  );
}
