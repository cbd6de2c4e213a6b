// Owns changes that the console makes: what was asked before may be untrue afterwards, so all of it is asked anew.
import { useMutation, useQueryClient } from '@tanstack/react-query';

export function useChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      void queries.invalidateQueries();
      onDone?.(answer);
    },
  });
}
