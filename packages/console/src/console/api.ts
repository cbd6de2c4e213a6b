// Requests of the console: reads and changes.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SessionPlace } from '../api/session.ts';
import { askBelow } from '../api/typed-ask.ts';
import { inBackground } from '../shell/in-background.ts';

export const CONSOLE: SessionPlace = { name: 'reelgate.console' };

export const admin = askBelow(CONSOLE, '/admin/v1');

/** A change. After it everything shown is loaded again, because any of it may have changed. */
export function useChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      inBackground(queries.invalidateQueries());
      onDone?.(answer);
    },
  });
}
