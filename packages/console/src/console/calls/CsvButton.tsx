// Owns the file of exactly what is filtered.
import { useMutation } from '@tanstack/react-query';
import { download } from '../../api/request.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { useCommonText } from '../../text/common.ts';
import { CONSOLE } from '../api.ts';
import type { CallFilters } from './filters.ts';

export function CsvButton({ filters: { open: _, ...filters } }: { filters: CallFilters }) {
  const text = useCommonText();
  const saved = useMutation({
    mutationFn: () => download(CONSOLE, '/admin/v1/calls.csv', { query: filters }, 'calls.csv'),
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
