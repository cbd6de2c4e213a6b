// Reads videos of TikTok's Research API: which fields are requested, and what each becomes.
import { type ChoosableTrack, listedTracks } from '../../domain/transcript/tracks.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type { Page } from '../connector.ts';
import { blankVideo, type SeldomGiven, unknownAuthor, unknownStats } from '../parsing/blank-records.ts';
import {
  count,
  flag,
  id,
  prose,
  publishedSeconds,
  secondsToMs,
  segment,
  text,
  texts,
} from '../parsing/fields.ts';
import type { Json } from '../parsing/json.ts';
import type { Onward } from '../parsing/sliced-pages.ts';
import { joined } from '../parsing/text.ts';

export const RESEARCH_FIELDS =
  'id,video_description,create_time,region_code,share_count,view_count,like_count,comment_count,favorites_count,' +
  'music_id,hashtag_names,username,effect_ids,playlist_id,voice_to_text,video_duration';

/** Fields that this upstream never gives. */
export const RESEARCH_MISSING = [
  'embed_url',
  'title',
  'language',
  'published_text',
  'width',
  'height',
  'author.id',
  'author.name',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'approx',
  'thumbnails',
  'license',
  'nsfw',
];

/** Its words have no times, and it does not say in which language they are. */
export const RESEARCH_TRANSCRIPT_MISSING = ['language', 'translated', 'cues', 'license'];

const GIVES: SeldomGiven = ['music'];

/** Deleted videos leave gaps, so a page may be short or empty while there is more. */
export function afterVideos(data: Json, [sent = '0', sentId]: readonly string[]): Onward {
  const hasMore = flag(data.has_more);
  if (hasMore === false) return { end: 'exhausted' };
  const cursor = id(data.cursor);
  const searchId = id(data.search_id) ?? sentId;
  if (hasMore === null || cursor === null || cursor === sent || searchId === undefined)
    return { end: 'unknown' };
  return { end: 'more', next: [cursor, searchId] };
}

export function toResearchItem(record: Json): Page['items'] {
  // Its documents show both names.
  const videoId = id(record.id) ?? id(record.video_id);
  return videoId === null ? [] : [{ record: toVideo(record, videoId), raw: record }];
}

/** The API omits empty fields of a record. */
function toVideo(record: Json, videoId: string): ParsedVideo {
  const handle = text(record.username);
  const profile = handle === null ? null : profilePage(handle);
  const music = id(record.music_id);
  return {
    ...blankVideo(videoId, RESEARCH_MISSING, GIVES),
    url: profile === null ? null : joined(profile, '/video/', segment(videoId)),
    ...prose(record.video_description),
    tags: texts(record.hashtag_names),
    region: text(record.region_code),
    ...publishedSeconds(record.create_time),
    // 0 where it was never measured.
    duration_ms: secondsToMs(record.video_duration) || null,
    author: { ...unknownAuthor, handle, url: profile },
    stats: {
      ...unknownStats,
      views: count(record.view_count),
      likes: count(record.like_count),
      comments: count(record.comment_count),
      shares: count(record.share_count),
      saves: count(record.favorites_count),
    },
    music: music === null ? null : { id: music, title: null, author: null },
    tracks: listedTracks(spokenTracks(record)),
  };
}

/** The address of an author's page. */
export function profilePage(handle: string): string {
  return joined('https://www.tiktok.com/@', segment(handle));
}

/** The words of a video, which come with its record. */
interface SpokenTrack extends ChoosableTrack {
  words: string;
  raw: Json;
}

/** The documents: "for videos that have voice to text features on, show the texts already generated". Empty without that feature. */
export function spokenTracks(record: Json): SpokenTrack[] {
  const words = text(record.voice_to_text);
  return words === null ? [] : [{ language: null, kind: 'automatic', words, raw: record }];
}
