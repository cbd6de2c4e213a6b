// Loads events in parts, newest first: each part continues below the lowest number of the one before.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListEventsAnswer } from '../api/api-types.ts';
import { listEventsBeforeMax } from '../api/bounds.ts';

const PAGE = 50;
/** Higher than any event number, so that the list begins with the newest. */
const NEWEST: number = listEventsBeforeMax;

type EventPart = Pick<ListEventsAnswer, 'events'>;

export function useEvents(
  key: readonly unknown[],
  read: (query: { before: number; limit: number }) => Promise<EventPart>,
) {
  return useInfiniteQuery({
    queryKey: ['events', ...key],
    queryFn: ({ pageParam }) => read({ before: pageParam, limit: PAGE }),
    initialPageParam: NEWEST,
    getNextPageParam: ({ events }) => (events.length < PAGE ? undefined : events.at(-1)?.sequence),
  });
}
