// Owns the file of exactly what is filtered.
import { useMutation } from '@tanstack/react-query';
import { save } from '../../api/request.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { useCommonText } from '../../text/common.ts';
import { readCallsCsv } from './calls-csv.ts';
import type { CallFilters } from './filters.ts';

export function CsvButton({ filters }: { filters: CallFilters }) {
  const text = useCommonText();
  const saved = useMutation({
    mutationFn: async () => save(new Blob([await readCallsCsv(filters)], { type: 'text/csv' }), 'calls.csv'),
  });
  return (
    <>
      <Button onClick={() => saved.mutate()} disabled={saved.isPending}>
        {text.csv}
      </Button>
      {saved.isError && <Failure error={saved.error} />}
    </>
  );
}
