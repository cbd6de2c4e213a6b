// Lists that are loaded in parts: each part names the cursor of the next, and more is offered as long as there is one.
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';

interface Part {
  next_cursor: string | null;
}

/** Milliseconds until the parts on the page are read again, or false for never. */
type Poll<P> = (parts: readonly P[]) => number | false;

/** Reads again only while just the first part is shown: the list must not move while somebody reads further down. */
export const pollFirst =
  (ms: number): Poll<unknown> =>
  (parts) =>
    parts.length > 1 ? false : ms;

export function listOptions<P extends Part>(
  key: readonly unknown[],
  read: (cursor: string | null) => Promise<P>,
  poll: Poll<P> = () => false,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (part: P) => part.next_cursor,
    refetchInterval: ({ state }) => poll(state.data?.pages ?? []),
  });
}

export function useList<P extends Part>(...list: Parameters<typeof listOptions<P>>) {
  return useInfiniteQuery(listOptions(...list));
}
