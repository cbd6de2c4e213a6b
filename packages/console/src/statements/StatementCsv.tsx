// Saves a statement as CSV. A StatementSource reads the statements of the caller's account (portal) or of all accounts (console).
import { useMutation } from '@tanstack/react-query';
import type { GetStatementAnswer, ListStatementsAnswer } from '../api/api-types.ts';
import { Button } from '../parts/Button.tsx';
import { Failure } from '../parts/Failure.tsx';
import { useCommonText } from '../text/common.ts';
import { useStatementsText } from './text.ts';

export interface StatementSource {
  /** Part of the cache key, so that lists of different sources stay apart. */
  name: string;
  list: (query: { cursor: string | null; limit: number }) => Promise<ListStatementsAnswer>;
  one: (params: { statement: string }) => Promise<GetStatementAnswer>;
  /** Saves one statement as a file. */
  save: (params: { statement: string }, file: string) => Promise<void>;
}

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
