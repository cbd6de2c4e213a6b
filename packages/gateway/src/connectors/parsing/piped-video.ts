// One video of a Piped: the fields that only the answer about one video has, and whether it is public.
import type { Absent, AttemptFailure, FoundRecord, UpstreamResponse, VideoInput } from '../connector.ts';
import { blankVideo, LEFT_OUT, type Readable, type SeldomGiven, unknownStats } from './blank-video.ts';
import { broadcast } from './broadcast.ts';
import { badResponse, unreadable } from './failures.ts';
import {
  count,
  flag,
  type Published,
  prose,
  publishedIso,
  publishedMillis,
  secondsToMs,
  text,
  texts,
  thumbnails,
  url,
} from './fields.ts';
import { isObject, type Json, parseJson } from './json.ts';
import { foundVideo } from './one-video.ts';
import { stripHtml } from './text.ts';
import {
  addresses,
  channel,
  FRONT_END_MISSING,
  youtubeAbsence,
  youtubeRefusal,
} from './youtube-front-end.ts';

/** The answer about one video also has the tags and details of its channel. */
export const PIPED_WHOLE_MISSING = FRONT_END_MISSING.filter(
  (field) => !['tags', 'published_at', 'stats.likes', 'author.followers', 'license'].includes(field),
);

const GIVES: SeldomGiven = ['category', 'captions', 'live'];

/** The answer has no field for the video's id; the address of its picture contains it. */
const PICTURED_ID = /\/vi(?:_webp)?\/([\w-]{11})[/.]/;

export function readPipedVideo(
  response: UpstreamResponse,
  { id, wantsRaw }: Pick<VideoInput, 'id' | 'wantsRaw'>,
): FoundRecord | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const said = youtubeAbsence(response, body) ?? youtubeRefusal(response, body);
  if (said !== null) return said;
  if (!isObject(body)) return unreadable(response);
  if (text(body.title) === null) return badResponse('the answer is no video');
  const pictured = PICTURED_ID.exec(text(body.thumbnailUrl) ?? '')?.[1];
  return foundVideo(response, id, { raw: body, names: [pictured ?? id] }, wholeVideo(body, id));
}

function wholeVideo(stream: Json, id: string): Readable {
  const visibility = text(stream.visibility)?.toLowerCase() ?? 'public';
  if (visibility !== 'public') return LEFT_OUT;
  const license = text(stream.license);
  const isLive = stream.livestream === true;
  return {
    ...blankVideo(id, PIPED_WHOLE_MISSING, GIVES),
    ...addresses(id),
    kind: isLive ? 'live' : 'video',
    title: text(stream.title),
    ...prose(stream.description, stripHtml),
    tags: texts(stream.tags),
    ...uploaded(stream),
    duration_ms: isLive ? null : secondsToMs(stream.duration) || null,
    author: {
      ...channel(stream.uploaderUrl),
      name: text(stream.uploader),
      avatar_url: url(stream.uploaderAvatar),
      verified: flag(stream.uploaderVerified),
      // -1 where the channel hides it.
      followers: count(stream.uploaderSubscriberCount),
    },
    approx: [],
    stats: { ...unknownStats, views: count(stream.views), likes: count(stream.likes) },
    thumbnails: thumbnails([stream.thumbnailUrl]),
    license: license === null ? null : { name: license, url: null },
    category: text(stream.category),
    captions: Array.isArray(stream.subtitles) ? stream.subtitles.length > 0 : null,
    live: isLive ? broadcast('on_air') : null,
  };
}

/** Often only the day, written as midnight. Older instances give a date in place of the number, or -1. */
function uploaded(stream: Json): Published {
  const number = publishedMillis(stream.uploaded);
  const published = number.published_at === null ? publishedIso(stream.uploadDate) : number;
  const isMidnight = published.published_at?.endsWith('T00:00:00.000Z') === true;
  return isMidnight ? { ...published, published_precision: 'day' } : published;
}
