// Owns changes that the console makes: what was asked before may be untrue afterwards, so all of it is asked anew.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { admin } from './api.ts';

interface Change {
  path: string;
  method?: 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
}

export function useChange<Answer>(onDone?: (answer: Answer) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ path, method = 'POST', body }: Change) =>
      admin<Answer>(path, { method, body: body ?? {} }),
    onSuccess: (answer) => {
      void queries.invalidateQueries();
      onDone?.(answer);
    },
  });
}
