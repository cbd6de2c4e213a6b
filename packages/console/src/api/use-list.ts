// Lists that are loaded in parts: each part names the cursor of the next.
import { useInfiniteQuery } from '@tanstack/react-query';

interface Part {
  next_cursor: string | null;
}

export function useList<P extends Part>(
  key: readonly unknown[],
  read: (cursor: string | null) => Promise<P>,
) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (part) => part.next_cursor,
  });
}
