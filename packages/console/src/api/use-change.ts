import { type QueryClient, type QueryFilters, useMutation, useQueryClient } from '@tanstack/react-query';
import { inBackground } from '../shell/in-background.ts';

// Reads again what a change may have altered.

/**
 * A first read that is still on its way may bring what was there before the change. Invalidating alone would let it end and take its answer for the
 * new one, so it is cancelled and begun again.
 */
export function reloadQueries(queries: QueryClient, which: QueryFilters = {}): void {
  inBackground(queries.cancelQueries(which).then(() => queries.invalidateQueries(which)));
}

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
