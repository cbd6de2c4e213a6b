// The unified record of the gateway that does the same work: a record of PeerTube's search, rewritten field by field. It takes fields as
// they come, where Reelgate checks each. TypeScript, because it needs nothing but Node.

/** What PeerTube gives for a video in a list; fields that it omits are undefined. */
export interface PeertubeVideo {
  uuid: string;
  shortUUID?: string;
  url: string;
  embedPath?: string;
  isLive?: boolean;
  isLocal?: boolean;
  name: string;
  description: string | null;
  language?: { id: string | null };
  publishedAt: string;
  duration: number;
  views?: number;
  likes?: number;
  comments?: number;
  downloads?: number;
  thumbnailPath?: string;
  previewPath?: string;
  licence?: { id: number | null; label: string };
  nsfw?: boolean;
  category?: { id: number | null; label: string };
  viewers?: number;
  updatedAt?: string;
  aspectRatio?: number | null;
  channel: { id?: number; name: string; displayName: string; host: string; url?: string };
}

/** What all videos of one page share. */
export interface PageOrigin {
  platform: string;
  /** Address of the instance, without a trailing slash. */
  upstream: string;
  source: object;
}

/** PeerTube cuts a longer text and appends dots. */
const TEXT_CHARS_MAX = 250;

/** Fields that PeerTube never gives in a list. */
const MISSING = [
  'region',
  'published_text',
  'width',
  'height',
  'license.url',
  'author.verified',
  'author.followers',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.danmaku',
  'tags',
  'music',
  'captions',
  'location',
  'mentions',
];

export function toVideo(video: PeertubeVideo, { platform, upstream, source }: PageOrigin, rank: number) {
  const text = video.description ?? null;
  // Paths of a local video are paths of its public address, which may differ from the address that is asked.
  const home = video.isLocal === false ? upstream : new URL(video.url).origin;
  return {
    platform,
    id: video.uuid,
    alt_ids: video.shortUUID === undefined ? [] : [video.shortUUID],
    url: video.url,
    embed_url: video.embedPath === undefined ? null : `${home}${video.embedPath}`,
    kind: video.isLive === true ? 'live' : 'video',
    title: video.name,
    text,
    text_truncated: text !== null && text.length >= TEXT_CHARS_MAX && text.endsWith('...'),
    tags: [],
    language: video.language?.id ?? null,
    region: null,
    published_at: video.publishedAt,
    published_precision: 'ms',
    original_published_at: null,
    published_text: null,
    duration_ms: video.isLive === true ? null : video.duration * 1_000,
    width: null,
    height: null,
    author: authorOf(video),
    stats: statsOf(video),
    approx: [],
    thumbnails: thumbnailsOf(video, home),
    license: video.licence?.id == null ? null : { name: video.licence.label, url: null },
    nsfw: video.nsfw ?? null,
    category: video.category?.id == null ? null : video.category.label,
    music: null,
    captions: null,
    live:
      video.isLive === true ? { state: 'on_air', scheduled_at: null, viewers: video.viewers ?? null } : null,
    location: null,
    mentions: [],
    updated_at: video.updatedAt ?? null,
    orientation: orientationOf(video),
    missing: MISSING,
    rank,
    source,
  };
}

function orientationOf({ aspectRatio }: PeertubeVideo) {
  if (aspectRatio == null) return null;
  return aspectRatio === 1 ? 'square' : aspectRatio > 1 ? 'landscape' : 'portrait';
}

function authorOf({ channel }: PeertubeVideo) {
  const handle = `${channel.name}@${channel.host}`;
  return {
    id: handle,
    handle,
    name: channel.displayName,
    url: channel.url ?? null,
    avatar_url: null,
    verified: null,
    followers: null,
  };
}

function statsOf({ views, likes, comments, downloads }: PeertubeVideo) {
  return {
    views: views ?? null,
    likes: likes ?? null,
    comments: comments ?? null,
    shares: null,
    saves: null,
    reposts: null,
    downloads: downloads ?? null,
    danmaku: null,
  };
}

function thumbnailsOf({ previewPath, thumbnailPath }: PeertubeVideo, home: string) {
  const paths = [previewPath, thumbnailPath].filter((path) => path !== undefined);
  return paths.map((path) => ({ url: `${home}${path}`, width: null, height: null }));
}
