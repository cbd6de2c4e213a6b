// Owns what the free front-ends to YouTube have in common: where a video and its channel are at home, and how a
// front-end says that YouTube would not serve it. Addresses lead to YouTube itself: an instance may be private, or gone
// tomorrow.
import type { ParsedVideo } from '../../domain/video.ts';
import type { AttemptFailure, UpstreamResponse } from '../connector.ts';
import { byStatus, failed } from './failures.ts';
import { text, url } from './fields.ts';
import { object } from './json.ts';
import { joined } from './text.ts';
import { unknownAuthor } from './video.ts';

const HOME = 'https://www.youtube.com';

export function addresses(videoId: string): Pick<ParsedVideo, 'url' | 'embed_url'> {
  const escaped = encodeURIComponent(videoId.toWellFormed());
  return { url: joined(HOME, '/watch?v=', escaped), embed_url: joined(HOME, '/embed/', escaped) };
}

/** From a path such as `/channel/UC123` or `/@name`. */
export function channel(path: unknown): ParsedVideo['author'] {
  const given = text(path) ?? '';
  return {
    ...unknownAuthor,
    id: /^\/channel\/([\w-]+)$/.exec(given)?.[1] ?? null,
    handle: /^\/(@[^/?#]+)$/.exec(given)?.[1] ?? null,
    url: url(given, HOME),
  };
}

/** The description in a list is a snippet, and ends in dots where it was cut. */
export function snippet(value: unknown): Pick<ParsedVideo, 'text' | 'text_truncated'> {
  const found = text(value);
  return { text: found, text_truncated: found !== null && /(?:\.\.\.|…)$/.test(found.trimEnd()) };
}

/**
 * What an answer without a list means. A front-end puts YouTube's refusal into its own words and gives it nearly any
 * status, 200 and 400 included: a 400 is not the caller's mistake here. null when there is no such word and no bad status.
 */
export function youtubeRefusal(response: UpstreamResponse, body: unknown): AttemptFailure | null {
  const { status } = response;
  if (status === 401 || status === 403 || status === 429) return byStatus(response);
  const { error, message } = object(body);
  const said = [text(error), text(message)].filter((words) => words !== null).join(' ');
  if (/too many|rate.?limit|quota/i.test(said)) return failed('rate_limited', `status ${status}: a limit`);
  if (/sign in|log ?in|\bbot\b|captcha|disabled|denied|forbidden|blocked/i.test(said))
    return failed('refused', `status ${status}: refused in words`);
  if (status !== 400 && status !== 200) return byStatus(response);
  return said === '' && status === 200 ? null : failed('unavailable', `status ${status}: an error in words`);
}
