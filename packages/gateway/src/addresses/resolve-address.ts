// Resolves an address with the table of sites and the self-hosted hosts that the settings name. Pure: it sends
// nothing, never throws, and takes linear time. An address that it does not know is `unknown`.
import { ADDRESS_TEXT_CHARS_MAX, VIDEO_ID_CHARS_MAX } from '../domain/limits.ts';
import type { AddressSite, ResolvedAddress, SiteFinding } from './address.ts';
import { findAddresses, percentDecoded, readWebAddress } from './find-address.ts';
import { sites } from './sites/index.ts';
import { readLbry } from './sites/odysee.ts';
import { readPeertube } from './sites/peertube.ts';
import { readYoutubePath } from './sites/youtube.ts';

/** A self-hosted host that the settings name, and the software on it. */
export interface OwnHost {
  software: 'peertube' | 'youtube front-end';
  origin: string;
}

/** By host, with its port when that is not the default. */
export type OwnHosts = ReadonlyMap<string, OwnHost>;

export const NO_OWN_HOSTS: OwnHosts = new Map();

const UNKNOWN: ResolvedAddress = {
  platform: null,
  kind: 'unknown',
  id: null,
  alt: {},
  canonical_url: null,
  needs: null,
};

const siteOfHost = new Map(sites.flatMap((site) => site.hosts.map((host) => [host, site] as const)));

function siteAt(host: string): AddressSite | undefined {
  return siteOfHost.get(host) ?? sites.find(({ readsHost }) => readsHost?.test(host));
}

export function resolveAddress(text: string, ownHosts: OwnHosts): ResolvedAddress {
  if (text.length > ADDRESS_TEXT_CHARS_MAX) return UNKNOWN;
  const found = findAddresses(text).map((address) => resolveOne(address, ownHosts));
  return found.find(isKnown) ?? found.find(({ platform }) => platform !== null) ?? found[0] ?? UNKNOWN;
}

/** The usual form of an address: its host can be read without parsing the rest. */
const PLAIN = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?:[/?#]|$)/;
/** The start time at the end of an address. */
const START_MARK = /[?&#]t=[\d.]+s?$/;

/** The canonical form of an address, without its start time; null when the address is unknown. */
export function canonicalAddress(address: string, ownHosts: OwnHosts): string | null {
  if (address.length > ADDRESS_TEXT_CHARS_MAX) return null;
  const host = PLAIN.exec(address)?.[1];
  if (host !== undefined && siteAt(host) === undefined && !ownHosts.has(host)) return null;
  const { canonical_url: url, alt } = resolveOne(address, ownHosts);
  return url === null || alt.start_ms === undefined ? url : url.replace(START_MARK, '');
}

function isKnown({ kind, needs }: ResolvedAddress): boolean {
  return kind !== 'unknown' || needs !== null;
}

/** Whether a short link of this platform may lead to this host. */
export function isHostOfPlatform(platform: string, host: string): boolean {
  return siteOfHost.get(host)?.platform === platform;
}

function resolveOne(text: string, ownHosts: OwnHosts): ResolvedAddress {
  const scheme = text.slice(0, text.indexOf(':')).toLowerCase();
  const behind = text.slice(scheme.length + '://'.length);
  if (scheme === 'library') return libraryRecord(percentDecoded(behind));
  if (scheme === 'lbry') return known('odysee', readLbry(percentDecoded(behind)));
  const address = readWebAddress(text);
  if (address === null) return UNKNOWN;
  const own = ownHosts.get(address.host);
  if (own?.software === 'peertube') return known('peertube', readPeertube(address, own.origin));
  if (own !== undefined) return known('youtube', readYoutubePath(address));
  const site = siteAt(address.host);
  if (site === undefined) return { ...UNKNOWN, alt: { host: address.host } };
  return known(site.platform, site.read(address));
}

function known(platform: string, found: SiteFinding | null): ResolvedAddress {
  return found === null ? { ...UNKNOWN, platform } : { platform, ...found };
}

function libraryRecord(text: string): ResolvedAddress {
  const id = text.trim();
  if (id === '' || id.length > VIDEO_ID_CHARS_MAX) return { ...UNKNOWN, platform: 'library' };
  const canonicalUrl = `library://${encodeURIComponent(id.toWellFormed())}`;
  return { platform: 'library', kind: 'video', id, alt: {}, canonical_url: canonicalUrl, needs: null };
}
