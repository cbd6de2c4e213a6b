// How the console asks the gateway, and how it changes something.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SessionPlace } from '../api/session.ts';
import { askBelow } from '../api/typed-ask.ts';
import { inBackground } from '../shell/in-background.ts';

export const CONSOLE: SessionPlace = { name: 'reelgate.console' };

export const admin = askBelow(CONSOLE, '/admin/v1');

/** A change: what was asked before may be untrue afterwards, so all of it is asked anew. */
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
