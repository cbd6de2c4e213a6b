// Where the pictures of an answer are loaded from: always the gateway. The page's content security policy allows no other host.
import { useQueries, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ListRequestPicturesAnswer } from '../../api/api-types.ts';
import { portal } from '../api.ts';
import type { Ran } from './use-run.ts';

/** null while the address is unknown, and if the gateway does not show the picture. */
type AddressOf = (url: string) => string | null;

/** Turns the gateway's own picture addresses into ones of this origin, whatever host name they contain. */
function ownAddress(url: string): string | null {
  return /^https?:\/\/[^/]+(\/api\/(?:library|pictures)\/v1\/.*)$/.exec(url)?.[1] ?? null;
}

export const PicturesContext = createContext<AddressOf>(ownAddress);

export function usePictureAddress(): AddressOf {
  return use(PicturesContext);
}

/** In the JSON of records: a picture of another host. */
const FOREIGN = /"(?:url|avatar_url)":"https?:\/\/[^/"]+\/(?!api\/(?:library|pictures)\/v1\/)/;

/** One request for each answer that has pictures of other hosts. */
export function usePictures(ran: readonly Ran[]): AddressOf {
  const asked = ran.filter(({ answer, text }) => answer.raw === undefined && FOREIGN.test(text));
  const addresses = useQueries({
    queries: asked.map(({ requestId }) => ({
      queryKey: ['pictures', requestId],
      queryFn: () =>
        portal('/account/v1/requests/{request_id}/pictures', { params: { request_id: requestId } }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: (all) =>
      new Map(all.flatMap(({ data }) => data?.pictures ?? []).map(({ url, address }) => [url, address])),
  });
  return (url) => ownAddress(url) ?? addresses.get(url) ?? null;
}

interface ListedPictures {
  queryKey: readonly unknown[];
  records: readonly object[];
  read: () => Promise<ListRequestPicturesAnswer>;
}

/** Addresses of the pictures of records that belong to no answer. Asked for only if a picture is of another host. */
export function useListedPictures({ queryKey, records, read }: ListedPictures): AddressOf {
  const { data } = useQuery({
    queryKey: [...queryKey, 'pictures'],
    queryFn: read,
    enabled: FOREIGN.test(JSON.stringify(records)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const addresses = new Map(data?.pictures.map(({ url, address }) => [url, address]));
  return (url) => ownAddress(url) ?? addresses.get(url) ?? null;
}
