// Types for what a web address names: the platform, the kind of thing, its id; and the small functions that the sites
// share. Nothing here uses the network.

export const ADDRESS_KINDS = ['video', 'author', 'playlist', 'search', 'unknown'] as const;
type AddressKind = (typeof ADDRESS_KINDS)[number];

/** What an address says besides the id. */
export interface AddressDetails {
  /** Handle of an author, without `@`. */
  handle?: string;
  /** The host, on platforms with many hosts. */
  host?: string;
  /** The key that opens an unlisted video. */
  unlisted_hash?: string;
  /** Where playback should begin, in milliseconds. */
  start_ms?: number;
  /** The playlist in which the address opens its video. */
  playlist_id?: string;
}

export interface ResolvedAddress {
  /** null when the address belongs to no known platform. */
  platform: string | null;
  kind: AddressKind;
  /** The id as the platform writes it; for a search, the keyword. */
  id: string | null;
  alt: AddressDetails;
  /** The address without tracking parameters; null when it is unknown. */
  canonical_url: string | null;
  /** What is missing: `hop` must follow a short link, `lookup` must ask the platform for the id. */
  needs: null | 'hop' | 'lookup';
}

/** The parts of an address, each decoded. */
export interface WebAddress {
  /** In lower case, with its port when that is not the default. */
  host: string;
  /** Segments of the path, without empty ones. */
  segments: readonly string[];
  query: URLSearchParams;
  /** Without its `#`. */
  fragment: string;
}

/** What a site reads from one of its addresses. */
export type SiteFinding = Omit<ResolvedAddress, 'platform'>;

export interface AddressSite {
  platform: string;
  /** Hosts that all belong to the platform: short links are followed only to these. */
  hosts: readonly string[];
  /** Further hosts whose addresses are read. No request is ever sent there. */
  readsHost?: RegExp;
  /** null when the site does not know this kind of address. */
  read(address: WebAddress): SiteFinding | null;
}

type Details = Partial<Pick<SiteFinding, 'alt' | 'needs'>>;

export function videoAt(canonicalUrl: string, id: string | null, more: Details = {}): SiteFinding {
  return { kind: 'video', id, alt: {}, canonical_url: canonicalUrl, needs: null, ...more };
}

export function authorAt(canonicalUrl: string, id: string, more: Details = {}): SiteFinding {
  return { kind: 'author', id, alt: {}, canonical_url: canonicalUrl, needs: null, ...more };
}

/** An author known by a handle: the platform must be asked for the id. */
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

/** null without a keyword: an empty search page names nothing. */
export function searchAt(
  url: string,
  keyword: string | null | undefined,
  canonicalUrl = url + encoded(keyword ?? ''),
) {
  const id = keyword?.trim() ?? '';
  const found: SiteFinding = { kind: 'search', id, alt: {}, canonical_url: canonicalUrl, needs: null };
  return id === '' ? null : found;
}

/** A short link: one request to the platform's own host tells what it stands for. */
export function shortLinkAt(canonicalUrl: string): SiteFinding {
  return { kind: 'unknown', id: null, alt: {}, canonical_url: canonicalUrl, needs: 'hop' };
}

/** Encodes one path segment or query value. */
export function encoded(text: string): string {
  // Lone surrogates cannot be encoded.
  return encodeURIComponent(text.toWellFormed());
}

/** A name chosen by its owner: letters of any script, digits and a few marks. */
const HANDLE = /^[\p{L}\p{M}\p{N}._-]{1,100}$/u;

export function isHandle(text: string): boolean {
  return HANDLE.test(text);
}
