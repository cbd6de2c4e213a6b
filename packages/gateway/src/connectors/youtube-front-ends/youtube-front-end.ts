// What the free front-ends to YouTube have in common: the addresses of videos and channels, and how a front-end reports that YouTube
// refused. Addresses lead to YouTube itself, because an instance may be private or short-lived.
import type { AbsenceReason } from '../../domain/failure.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type { Absent, AttemptFailure, UpstreamResponse } from '../connector.ts';
import { unknownAuthor } from '../parsing/blank-records.ts';
import { byStatus, failed } from '../parsing/failures.ts';
import { text, url } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { object } from '../parsing/json.ts';
import { joined } from '../parsing/text.ts';

const HOME = 'https://www.youtube.com';

export function addresses(videoId: string): Pick<ParsedVideo, 'url' | 'embed_url'> {
  const escaped = encodeURIComponent(videoId.toWellFormed());
  return { url: joined(HOME, '/watch?v=', escaped), embed_url: joined(HOME, '/embed/', escaped) };
}

/** Fields that a front-end never gives in a search. */
export const FRONT_END_MISSING = [
  'alt_ids',
  'tags',
  'language',
  'region',
  // The front-end computes its date from words such as "3 months ago", so only the words are passed on.
  'published_at',
  'width',
  'height',
  'stats.likes',
  'stats.comments',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'author.followers',
  'license',
  'nsfw',
];

/** From a path such as `/channel/UC123` or `/@name`. */
export function channel(path: unknown): ParsedVideo['author'] {
  const given = text(path) ?? '';
  return {
    ...unknownAuthor,
    id: /^\/channel\/([\w-]+)$/.exec(given)?.[1] ?? null,
    handle: /^\/@([^/?#]+)$/.exec(given)?.[1] ?? null,
    url: url(given, HOME),
  };
}

/** A list gives an excerpt of the description, which ends in dots where it was cut. */
export function snippet(value: unknown): Pick<ParsedVideo, 'text' | 'text_truncated'> {
  const found = text(value);
  return { text: found, text_truncated: found !== null && /(?:\.\.\.|…)$/.test(found.trimEnd()) };
}

/** YouTube's sentences, and the names of the errors in Piped's library. A reason is given only where they state it. */
const ABSENCES: [RegExp, AbsenceReason][] = [
  [/confirm your age|age[- ]?restricted/i, 'age'],
  [/video is private|private video|PrivateContentException/i, 'private'],
  // For members of a channel, or for paying viewers.
  [
    /members[- ]only|channel.s members|members of the channel|requires payment|Music Premium|PaidContentException/i,
    'private',
  ],
  [/in your (?:country|region)|GeographicRestriction/i, 'region'],
  [/removed by the (?:uploader|user)|account (?:associated|that uploaded).{0,80}terminated/i, 'deleted'],
  // Announced: the video cannot be watched yet.
  [/premieres in|(?:premiere|live event) will begin/i, 'unknown'],
  [
    /video (?:is |does )?(?:unavailable|not available|not exist|no longer available|has been removed)/i,
    'unknown',
  ],
];
/** Sent to clients that send too many requests, about videos that exist. */
export const OF_THE_CALLER = /not a bot|captcha|try again later|too many|rate.?limit/i;

/** How a front-end reports one video that is not public; null when the answer is not about that. */
export function youtubeAbsence({ status }: UpstreamResponse, body: unknown): Absent | null {
  if (status === 401 || status === 403 || status === 429) return null;
  const said = wordsOf(body);
  if (said === '' || OF_THE_CALLER.test(said)) return null;
  const reason = ABSENCES.find(([words]) => words.test(said))?.[1];
  if (reason !== undefined) return absent(reason);
  return status === 404 ? absent() : null;
}

export function wordsOf(body: unknown): string {
  const { error, message } = object(body);
  return [text(error), text(message)].filter((words) => words !== null).join(' ');
}

/**
 * What an answer without a list means. A front-end rewords YouTube's refusal and gives it nearly any status, 200 and 400 included: a 400 is
 * not the caller's fault here. null when there is neither such a message nor a bad status.
 */
export function youtubeRefusal(response: UpstreamResponse, body: unknown): AttemptFailure | null {
  const { status } = response;
  if (status === 401 || status === 403 || status === 429) return byStatus(response);
  const said = wordsOf(body);
  if (/too many|rate.?limit|quota/i.test(said)) return failed('rate_limited', `status ${status}: a limit`);
  if (/sign in|log ?in|\bbot\b|captcha|disabled|denied|forbidden|blocked/i.test(said))
    return failed('refused', `status ${status}: refused in words`);
  if (status !== 400 && status !== 200) return byStatus(response);
  return said === '' && status === 200 ? null : failed('unavailable', `status ${status}: an error in words`);
}
