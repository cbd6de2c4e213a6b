// Owns the file of exactly what is filtered: the gateway writes it, with its own rules for spreadsheets.
import { useMutation } from '@tanstack/react-query';
import { download, type Query } from '../api/request.ts';
import { Button } from '../parts/Button.tsx';
import { Failure } from '../parts/Failure.tsx';
import { useCommonText } from '../text/common.ts';
import { CONSOLE } from './api.ts';

interface CsvButtonProps {
  /** Of the list, below `/admin/v1`. */
  path: string;
  query: Query;
  name: string;
}

export function CsvButton({ path, query, name }: CsvButtonProps) {
  const text = useCommonText();
  const saved = useMutation({
    mutationFn: () =>
      download(CONSOLE, `/admin/v1${path}`, { query: { ...query, format: 'csv' } }, `${name}.csv`),
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
