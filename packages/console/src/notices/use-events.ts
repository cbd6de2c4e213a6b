// Loads events in parts, newest first: each part continues below the lowest number of the one before.
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ListEventsAnswer } from '../api/api-types.ts';
import { listEventsBeforeMax } from '../api/bounds.ts';

/** How many are shown at a time. */
const SHOWN = 50;
/** One more than is shown: if it comes, there are older events. The answer itself does not say. */
const PAGE = SHOWN + 1;
/** Higher than any event number, so that the list begins with the newest. */
const NEWEST: number = listEventsBeforeMax;

type EventPart = Pick<ListEventsAnswer, 'events'>;
type Read = (query: { before: number; limit: number }) => Promise<EventPart>;

export function eventsOptions(key: readonly unknown[], read: Read) {
  return infiniteQueryOptions({
    queryKey: ['events', ...key],
    queryFn: ({ pageParam }) => read({ before: pageParam, limit: PAGE }),
    initialPageParam: NEWEST,
    getNextPageParam: ({ events }) => (events.length < PAGE ? undefined : events[SHOWN - 1]?.sequence),
    select: ({ pages }) => ({ pages: pages.map(({ events }) => ({ events: events.slice(0, SHOWN) })) }),
  });
}

export function useEvents(key: readonly unknown[], read: Read) {
  return useInfiniteQuery(eventsOptions(key, read));
}
