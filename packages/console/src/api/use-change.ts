import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reloadQueries } from './reload-queries.ts';

/** A change. After it everything shown is loaded again, because any of it may have changed. */
export function useChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      reloadQueries(queries);
      onDone?.(answer);
    },
  });
}
