// The form of videos and users on TikTok's web site. Some routes of sellers pass on that form in place of the app's: with other field
// names, addresses without mirrors and durations in seconds. It is converted to the app's form here, so that one reader serves both.
import type { AbsenceReason } from '../../domain/failure.ts';
import { count, id, looseFlag, number } from '../parsing/fields.ts';
import { array, isObject, type Json, object } from '../parsing/json.ts';

/**
 * The web's own codes for a video or user that is not public. Its code for "no such video" (10204) is missing here, because blocked clients
 * get it too.
 */
export const WEB_ABSENCES: Record<string, AbsenceReason> = {
  '10202': 'unknown', // No such user.
  '10216': 'private',
  '10221': 'unknown', // A user that was banned.
  '10222': 'private',
};

/** Items of the app have an `aweme_id`. Other objects have an id too, but no time and no video beside it. */
export function isWebItem(record: Json): boolean {
  const { createTime, video, imagePost } = record;
  return id(record.id) !== null && createTime !== undefined && (isObject(video) || isObject(imagePost));
}

export function fromWebItem(item: Json): Json {
  const { imagePost, stats, statsV2, authorStats, challenges, textExtra } = item;
  const music = object(item.music);
  return {
    aweme_id: item.id,
    desc: item.desc,
    create_time: item.createTime,
    desc_language: item.textLanguage,
    region: item.locationCreated,
    video: fromWebVideo(object(item.video)),
    author: fromWebUser(authorOf(item), object(authorStats)),
    statistics: fromWebCounts({ ...object(stats), ...object(statsV2) }),
    cha_list: array(challenges).map((topic) => ({ cha_name: object(topic).title })),
    text_extra: array(textExtra).map((extra) => ({
      hashtag_name: object(extra).hashtagName,
      user_unique_id: object(extra).userUniqueId,
    })),
    music: { id_str: music.id, title: music.title, author: music.authorName },
    poi_info: { poi_name: object(item.poi).name },
    image_post_info: imagePost,
    is_top: item.isPinnedItem,
    status: {
      is_private: [item.privateItem, item.secret, item.forFriend].some((said) => looseFlag(said) === true),
      in_reviewing: item.showNotPass,
      // 0 means available; the meaning of the other numbers is not known.
      is_prohibited: item.takeDown,
      allow_comment: !areCommentsOff(item),
    },
  };
}

/** An object, or the handle as a string with the author's other fields beside it. */
function authorOf(item: Json): Json {
  if (isObject(item.author)) return item.author;
  const { authorId, authorSecId, nickname, avatarThumb } = item;
  return { id: authorId, secUid: authorSecId, uniqueId: item.author, nickname, avatarThumb };
}

/** Who may comment: 0 is everybody. 1 is friends, whose comments others can read. Higher numbers mean that comments are off. */
const COMMENTS_OF_FRIENDS = 1;

function areCommentsOff({ itemCommentStatus, commentsDisabled }: Json): boolean {
  return looseFlag(commentsDisabled) === true || (count(itemCommentStatus) ?? 0) > COMMENTS_OF_FRIENDS;
}

function fromWebVideo(video: Json): Json {
  const seconds = number(video.duration);
  return {
    ...(seconds !== null && seconds > 0 && { duration: Math.round(seconds * 1_000) }),
    ...(video.playAddr !== undefined && { play_addr: mirrors(video.playAddr) }),
    width: video.width,
    height: video.height,
    cover: mirrors(video.cover),
    origin_cover: mirrors(video.originCover),
    cla_info: { caption_infos: video.subtitleInfos },
  };
}

/** An address as a string, where the app has a list of mirrors. */
function mirrors(address: unknown): Json {
  return { url_list: [address] };
}

/** Counts beyond 32 bits are right only in the newer of the two objects, which has them as strings. */
function fromWebCounts(counts: Json): Json {
  return {
    digg_count: counts.diggCount,
    comment_count: counts.commentCount,
    share_count: counts.shareCount,
    play_count: counts.playCount,
    collect_count: counts.collectCount,
    forward_count: counts.repostCount,
  };
}

export function isWebUser(user: Json): boolean {
  return id(user.secUid) !== null || (id(user.uniqueId) !== null && id(user.id) !== null);
}

export function fromWebUser(user: Json, counts: Json): Json {
  return {
    uid: user.id,
    sec_uid: user.secUid,
    unique_id: user.uniqueId,
    nickname: user.nickname,
    signature: user.signature,
    is_verified: looseFlag(user.verified),
    avatar_larger: mirrors(user.avatarLarger),
    avatar_medium: mirrors(user.avatarMedium),
    avatar_thumb: mirrors(user.avatarThumb),
    region: user.region,
    secret: looseFlag(user.privateAccount) ?? looseFlag(user.secret),
    follower_count: counts.followerCount,
    following_count: counts.followingCount,
    aweme_count: counts.videoCount,
    // One of the two is cut to 32 bits, and may then be negative.
    total_favorited: count(counts.heartCount) ?? counts.heart,
  };
}
