// Reads LBRY's claims, which are Odysee's videos and channels, and the JSON-RPC envelope around them. A claim has a name and an id; its
// address on the site consists of both.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type { AttemptFailure, Provider, UpstreamResponse } from '../connector.ts';
import {
  blankAuthor,
  blankVideo,
  LEFT_OUT,
  type Readable,
  type SeldomGiven,
  unknownAuthor,
  unknownStats,
} from '../parsing/blank-records.ts';
import { badResponse, byStatus, failed, unreadable } from '../parsing/failures.ts';
import {
  count,
  id,
  prose,
  publishedUnix,
  secondsToMs,
  segment,
  size,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { joined, unixLines } from '../parsing/text.ts';

export const ODYSEE = 'https://odysee.com';

/** Tags by which makers mark a video as not public. */
const WITHHELD_TAGS = ['c:unlisted', 'c:private'];
/** Tags by which makers mark a video as not for children. */
const MATURE_TAGS = ['mature', 'nsfw', 'porn', 'xxx'];

/** Tags of claims that lists leave out. The operator may let in what is not for children. */
export function leftOutTags({ options }: Provider): string[] {
  return options.nsfw === 'both' ? WITHHELD_TAGS : [...WITHHELD_TAGS, ...MATURE_TAGS];
}

/** Fields that a claim never has: counts are kept by another service, which needs a token. */
export const CLAIM_MISSING = [
  'region',
  'published_text',
  'author.verified',
  'author.followers',
  'stats.views',
  'stats.likes',
  'stats.comments',
  'stats.shares',
  'stats.saves',
  'stats.downloads',
  'stats.danmaku',
];

const GIVES: SeldomGiven = ['location', 'updated_at'];

const INVALID_PARAMETERS = -32_602;

/** The result of a JSON-RPC call. Its errors come with any status, and their messages may repeat the question. */
export function readResult(response: UpstreamResponse, wantsRaw: boolean): { result: Json } | AttemptFailure {
  const envelope = parseJson(response.body, wantsRaw);
  if (!isObject(envelope)) return response.status === 200 ? unreadable(response) : byStatus(response);
  if (response.status === 429 || response.status >= 500) return byStatus(response);
  if (isObject(envelope.error)) return byError(envelope.error);
  if (response.status !== 200) return byStatus(response);
  const { result } = envelope;
  return isObject(result) ? { result } : badResponse('an envelope without a result');
}

function byError({ code }: Json): AttemptFailure {
  if (code === INVALID_PARAMETERS) return failed('input_rejected', 'a parameter is not accepted');
  return failed('unavailable', `error ${id(code)?.slice(0, 10) ?? 'without a code'}`);
}

const CLAIM_ID = /^[0-9a-f]{40}$/;

/** The API rejects a text that does not have the form of an id; no claim has such an id. */
export function isNoClaim({ kind }: AttemptFailure, claimId: string): boolean {
  return kind === 'input_rejected' && !CLAIM_ID.test(claimId);
}

/**
 * A look-up by id gives a list of at most one claim; a look-up by address gives an object of claims. null when there is no claim, undefined
 * when the answer does not tell.
 */
export function claimIn(result: Json, address: string | null): Json | null | undefined {
  const found = address === null ? listedClaim(result) : result[address];
  return found === null ? null : isObject(found) ? found : undefined;
}

function listedClaim({ items }: Json): unknown {
  return Array.isArray(items) ? (items[0] ?? null) : undefined;
}

export function isUnlisted({ value }: Json): boolean {
  return texts(object(value).tags).some((tag) => WITHHELD_TAGS.includes(tag));
}

/** Only video streams: claims are also posts, pictures, files and reposts. A stream without a file is live. */
export function toClaimVideo(claim: Json): Readable {
  const claimId = text(claim.claim_id);
  if (claimId === null) return null;
  const value = object(claim.value);
  const kind = kindOf(claim, value);
  if (kind === null || isUnlisted(claim)) return LEFT_OUT;
  const tags = texts(value.tags);
  const name = text(claim.name);
  return {
    ...blankVideo(claimId, CLAIM_MISSING, GIVES),
    url: webPage(claim.canonical_url) ?? webPage(claim.permanent_url),
    embed_url: name === null ? null : joined(ODYSEE, '/$/embed/', segment(name), '/', segment(claimId)),
    kind,
    title: text(value.title) ?? name,
    ...prose(value.description, unixLines),
    tags: tags.filter((tag) => !tag.startsWith('c:')),
    language: texts(value.languages)[0] ?? null,
    ...publishedUnix(value.release_time ?? object(claim.meta).creation_timestamp ?? claim.timestamp),
    duration_ms: kind === 'live' ? null : secondsToMs(object(value.video).duration),
    ...size(value.video),
    author: toClaimAuthor(object(claim.signing_channel)),
    stats: { ...unknownStats, reposts: count(object(claim.meta).reposted) },
    thumbnails: thumbnails([value.thumbnail]),
    license: licenseOf(value),
    nsfw: tags.some((tag) => MATURE_TAGS.includes(tag)) ? true : null,
    location: placeOf(object(array(value.locations)[0])),
    // The time of the newest version of the claim.
    updated_at: publishedUnix(claim.timestamp).published_at,
  };
}

function placeOf({ city, state, country }: Json): string | null {
  return [city, state, country].flatMap((part) => text(part) ?? []).join(', ') || null;
}

/** null when the claim is not a video. */
function kindOf({ value_type }: Json, { stream_type, source, video }: Json): 'video' | 'live' | null {
  if (value_type !== 'stream') return null;
  // An object with the length and size of a video marks a video even without a stream type.
  if (stream_type === 'video' || (text(stream_type) === null && isObject(video))) return 'video';
  return text(stream_type) === null && !isObject(source) ? 'live' : null;
}

/** Makers who give no licence choose "None". */
function licenseOf({ license, license_url }: Json): ParsedVideo['license'] {
  const [said, address] = [text(license), url(license_url)];
  const name = said?.trim().toLowerCase() === 'none' ? null : said;
  return name === null && address === null ? null : { name, url: address };
}

/** The channel that signed a claim. */
export function toClaimAuthor(channel: Json): ParsedVideo['author'] {
  const name = text(channel.name);
  const value = object(channel.value);
  return {
    ...unknownAuthor,
    id: text(channel.claim_id),
    handle: handleOf(name),
    name: text(value.title) ?? name,
    url: webPage(channel.canonical_url) ?? webPage(channel.permanent_url),
    avatar_url: url(object(value.thumbnail).url),
  };
}

/** Channel names have a leading `@`. */
export function handleOf(name: string | null): string | null {
  return name?.replace(/^@/, '') || null;
}

/** `lbry://@channel#a/name#7` is `https://odysee.com/@channel:a/name:7`. */
export function webPage(address: unknown): string | null {
  const found = text(address);
  if (found === null || !found.startsWith('lbry://')) return null;
  const parts = found.slice('lbry://'.length).split('/');
  return joined(ODYSEE, ...parts.flatMap((part) => ['/', webSegment(part)]));
}

function webSegment(part: string): string {
  const [name = '', claimId] = part.split('#', 2);
  const written = segment(name).replace(/^%40/, '@');
  return claimId === undefined ? written : joined(written, ':', segment(claimId));
}

/** Fields that a claim of a channel never has: followers are counted by another service, which needs a token. */
export const CHANNEL_CLAIM_MISSING = [
  'verified',
  'verified_text',
  'followers',
  'following',
  'stats.views',
  'stats.likes',
  'private',
  'live',
];

/** null when the claim is not a channel. */
export function toChannelAuthor(claim: Json): ParsedAuthor | null {
  const claimId = text(claim.claim_id);
  if (claimId === null || claim.value_type !== 'channel') return null;
  const value = object(claim.value);
  const { handle, name, url: page, avatar_url } = toClaimAuthor(claim);
  const words = text(value.description);
  const claims = count(object(claim.meta).claims_in_channel);
  const address = url(value.website_url);
  return {
    ...blankAuthor(claimId, CHANNEL_CLAIM_MISSING),
    handle,
    name,
    url: page,
    avatar_url,
    banner_url: url(object(value.cover).url),
    text: words && unixLines(words),
    kind: 'channel',
    country: text(object(array(value.locations)[0]).country),
    joined_at: publishedUnix(object(claim.meta).creation_timestamp ?? claim.timestamp).published_at,
    stats: { videos: claims, views: null, likes: null },
    // The count includes posts and files.
    approx: claims === null ? [] : ['videos'],
    links: address === null ? [] : [{ title: null, url: address }],
  };
}
