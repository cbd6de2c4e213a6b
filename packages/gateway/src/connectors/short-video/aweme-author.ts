// Reads an author's profile on Douyin and TikTok, as sellers pass it on. An author has three ids: the long one (`sec_uid`), which lists of
// videos need, a number, and the handle.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { Absent, AttemptFailure, FoundRecord } from '../connector.ts';
import { blankAuthor } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { count, flag, id, looseFlag, text, texts, url } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { isObject, type Json, object } from '../parsing/json.ts';
import { unixLines } from '../parsing/text.ts';
import {
  type AwemePlatform,
  awemeAuthorPage,
  awemeHandle,
  awemeStatus,
  isCertified,
  webAbsence,
} from './aweme.ts';
import { containers, outermost } from './nested-answer.ts';
import { fromWebUser, isWebUser } from './tiktok-web.ts';

/** Fields that these platforms never give for an author. */
export const AWEME_AUTHOR_MISSING = ['joined_at', 'stats.views', 'links'];

export function readAwemeAuthor(
  data: unknown,
  platform: AwemePlatform,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  const within = containers(data);
  const refusal = webAbsence(within) ?? awemeStatus(within);
  if (refusal !== null) return refusal;
  const web = within.find((container) => isWebUser(object(container.user)));
  if (web !== undefined) return { kind: 'record', record: toAuthor(webUser(web), platform), raw: web };
  const user = within.map((container) => container.user).find(isObject) ?? within.find(isUser);
  if (user !== undefined && isUser(user))
    return { kind: 'record', record: toAuthor(user, platform), raw: user };
  // The status is good, but there is no user in the answer.
  const isNobody =
    within.some((container) => container.user === null) ||
    (user !== undefined && Object.keys(user).length === 0);
  const isGood = id(outermost(within, 'status_code')) === '0';
  return isNobody && isGood ? absent() : badResponse('the answer is no author');
}

/** The web form has the counts beside the user. */
function webUser({ user, stats, statsV2 }: Json): Json {
  return fromWebUser(object(user), { ...object(stats), ...object(statsV2) });
}

/** An author in a list; null when the entry is none. */
export function awemeAuthor(user: Json, platform: AwemePlatform): ParsedAuthor | null {
  return isUser(user) ? toAuthor(user, platform) : null;
}

function isUser(value: Json): boolean {
  return text(value.sec_uid) !== null || (id(value.uid) !== null && text(value.nickname) !== null);
}

function toAuthor(user: Json, platform: AwemePlatform): ParsedAuthor {
  const [longId, number] = [text(user.sec_uid), id(user.uid)];
  const handle = awemeHandle(user, platform);
  const authorId = longId ?? number!;
  const words = text(user.signature);
  const certified = text(user.custom_verify) ?? text(user.enterprise_verify_reason);
  return {
    ...blankAuthor(authorId, AWEME_AUTHOR_MISSING),
    alt_ids: [number, id(user.short_id)].filter((other) => isOther(other, authorId)) as string[],
    handle,
    name: text(user.nickname),
    url: awemeAuthorPage(handle, longId, platform),
    avatar_url: picture(user, ['avatar_larger', 'avatar_medium', 'avatar_thumb']),
    banner_url: picture(user, ['cover_url', 'white_cover_url']),
    text: words && unixLines(words),
    kind: text(user.enterprise_verify_reason) === null ? 'person' : 'brand',
    verified: isCertified(user) || flag(user.is_verified),
    verified_text: certified,
    country: countryOf(user),
    // The second field also counts followers on the platform's other apps.
    followers: count(user.follower_count) ?? count(user.mplatform_followers_count),
    following: count(user.following_count),
    stats: { videos: count(user.aweme_count), views: null, likes: count(user.total_favorited) },
    private: looseFlag(user.secret),
    live: count(user.live_status) === null ? null : count(user.live_status) === 1,
  };
}

const isOther = (other: string | null, own: string): boolean =>
  other !== null && other !== own && other !== '0';

function countryOf({ region, account_region }: Json): string | null {
  return [region, account_region].map(text).find((found) => /^[A-Z]{2}$/.test(found ?? '')) ?? null;
}

/** The picture is one address or a list of mirrors, of which the first is used. */
function picture(user: Json, names: readonly string[]): string | null {
  const found = names.flatMap((name) => {
    const value = user[name];
    const first = Array.isArray(value) ? value[0] : value;
    return texts(object(first).url_list);
  });
  return url(found[0]);
}
