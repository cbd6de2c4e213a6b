// Owns the words for what an address of the web is: the platform, the kind of thing, its id. Types alone, and the small pieces
// that the sites share to say it. Nothing here reaches a network.

export const ADDRESS_KINDS = ['video', 'author', 'playlist', 'search', 'unknown'] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

/** What an address says beside the id. */
export interface AddressDetails {
  /** Of an author, without `@`. */
  handle?: string;
  /** Where the thing lives, on platforms of many hosts. */
  host?: string;
  /** Opens a video that is not listed. */
  unlisted_hash?: string;
  /** Where the video should begin. */
  start_ms?: number;
}

export interface ResolvedAddress {
  /** null when no platform is known by this address. */
  platform: string | null;
  kind: AddressKind;
  /** As the platform writes it; of a search, what is looked for. */
  id: string | null;
  alt: AddressDetails;
  /** The address without what only tracks people; null when nothing is known of it. */
  canonical_url: string | null;
  /** What is missing: `hop` follows a short link, `lookup` asks the platform for the id. */
  needs: null | 'hop' | 'lookup';
}

/** An address in its parts, each decoded. */
export interface WebAddress {
  /** In lower case, with its port when that is not the usual one. */
  host: string;
  /** Of the path; none is empty. */
  segments: readonly string[];
  query: URLSearchParams;
  /** Without its `#`. */
  fragment: string;
}

/** What a site makes of one of its addresses. */
export type SiteFinding = Omit<ResolvedAddress, 'platform'>;

export interface AddressSite {
  platform: string;
  /** Every one of them belongs to the platform: short links are followed to these and to nowhere else. */
  hosts: readonly string[];
  /** Further hosts whose addresses it reads. Nobody is ever sent there. */
  readsHost?: RegExp;
  /** null when the address is none that this site knows. */
  read(address: WebAddress): SiteFinding | null;
}

type Details = Partial<Pick<SiteFinding, 'alt' | 'needs'>>;

export function videoAt(canonicalUrl: string, id: string | null, more: Details = {}): SiteFinding {
  return { kind: 'video', id, alt: {}, canonical_url: canonicalUrl, needs: null, ...more };
}

export function authorAt(canonicalUrl: string, id: string, more: Details = {}): SiteFinding {
  return { kind: 'author', id, alt: {}, canonical_url: canonicalUrl, needs: null, ...more };
}

/** An author known by a name that people choose: the platform must be asked for the id. */
export function handleAt(canonicalUrl: string, handle: string, alt: AddressDetails = {}): SiteFinding {
  return {
    kind: 'author',
    id: null,
    alt: { handle, ...alt },
    canonical_url: canonicalUrl,
    needs: 'lookup',
  };
}

export function playlistAt(canonicalUrl: string, id: string, alt: AddressDetails = {}): SiteFinding {
  return { kind: 'playlist', id, alt, canonical_url: canonicalUrl, needs: null };
}

/** null without a keyword: an empty search page says nothing. */
export function searchAt(
  url: string,
  keyword: string | null | undefined,
  canonicalUrl = url + encoded(keyword ?? ''),
) {
  const id = keyword?.trim() ?? '';
  const found: SiteFinding = { kind: 'search', id, alt: {}, canonical_url: canonicalUrl, needs: null };
  return id === '' ? null : found;
}

/** A short link: what it stands for is known after one request to the platform's own host. */
export function shortLinkAt(canonicalUrl: string): SiteFinding {
  return { kind: 'unknown', id: null, alt: {}, canonical_url: canonicalUrl, needs: 'hop' };
}

/** One segment of a path, or one value of a query. */
export function encoded(text: string): string {
  // Lone surrogates cannot be encoded; what a person typed has none.
  return encodeURIComponent(text.toWellFormed());
}

/** A name that people choose: letters of any script, digits and a few marks. */
const HANDLE = /^[\p{L}\p{M}\p{N}._-]{1,100}$/u;

export function isHandle(text: string): boolean {
  return HANDLE.test(text);
}
