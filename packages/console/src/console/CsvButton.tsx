// Saves the filtered list as CSV. The gateway writes the file, with its escaping for spreadsheets.
import { useMutation } from '@tanstack/react-query';
import { Button } from '../parts/Button.tsx';
import { Failure } from '../parts/Failure.tsx';
import { useCommonText } from '../text/common.ts';

export function CsvButton({ save }: { save: () => Promise<void> }) {
  const text = useCommonText();
  const saved = useMutation({ mutationFn: save });
  return (
    <>
      <Button onClick={() => saved.mutate()} disabled={saved.isPending}>
        {text.csv}
      </Button>
      {saved.isError && <Failure error={saved.error} />}
    </>
  );
}
