// Reads an author's profile on Kuaishou as sellers pass it on: in the app's form or the web's, with its counts beside it.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { Absent, AttemptFailure, FoundRecord } from '../connector.ts';
import { blankAuthor } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { id, looseFlag, roundedCount, text, url } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { isObject, type Json, object } from '../parsing/json.ts';
import { joined, unixLines } from '../parsing/text.ts';
import { eitherCase, kuaishouRefusal } from './kuaishou.ts';
import { containers, outermost } from './nested-answer.ts';

/** Fields that this platform never gives for an author. */
const KUAISHOU_AUTHOR_MISSING = ['country', 'joined_at', 'stats.views', 'links'];

export function readKuaishouAuthor(data: unknown): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  const within = containers(data);
  const refusal = kuaishouRefusal(within);
  if (refusal !== null) return refusal;
  const profile = within.find(isProfile);
  if (profile !== undefined) return { kind: 'record', record: toAuthor(profile, within), raw: outer(within) };
  const isNobody = within.some(
    ({ userProfile, user_profile }) => userProfile === null || user_profile === null,
  );
  return isNobody && id(outermost(within, 'result')) === '1'
    ? absent()
    : badResponse('the answer is no author');
}

/** An author in a list, which has one of the counts beside the name; null when the entry is none. */
export function kuaishouAuthor(user: Json): ParsedAuthor | null {
  if (!isProfile(user)) return null;
  const { value, isApprox } = roundedCount(eitherCase(user)('fansCount'));
  return { ...toAuthor(user, [user]), followers: value, approx: isApprox ? ['followers'] : [] };
}

function isProfile(record: Json): boolean {
  const read = eitherCase(record);
  return id(read('userId')) !== null && text(read('userName')) !== null;
}

/** The object that holds both the profile and its counts. */
function outer(within: readonly Json[]): Json {
  return object(
    within.map((container) => container.userProfile ?? container.user_profile).find(isObject) ?? within[0],
  );
}

function toAuthor(profile: Json, within: readonly Json[]): ParsedAuthor {
  const read = eitherCase(profile);
  const authorId = id(read('userId'))!;
  const eid = text(read('userEid') ?? read('eid'));
  const words = text(read('userText') ?? read('userProfileText'));
  return {
    ...blankAuthor(authorId, KUAISHOU_AUTHOR_MISSING),
    alt_ids: eid === null || eid === authorId ? [] : [eid],
    handle:
      text(outermost(within, 'userDefineId')) ??
      text(outermost(within, 'user_define_id')) ??
      text(read('kwaiId')),
    name: text(read('userName')),
    url: pageOf([authorId, eid]),
    avatar_url: url(read('headurl') ?? read('headUrl')),
    banner_url: url(read('userProfileBgUrl')),
    text: words && unixLines(words),
    kind: 'person',
    verified: looseFlag(read('verified') ?? read('isVerified')),
    verified_text: text(object(read('verifiedDetail')).description),
    ...countsOf(within),
    private: looseFlag(read('privacy')),
    live: looseFlag(read('living')),
  };
}

function pageOf(ids: readonly (string | null)[]): string | null {
  const eid = ids.find((name) => name?.startsWith('3x'));
  return eid ? joined('https://www.kuaishou.com/profile/', eid) : null;
}

function countsOf(
  within: readonly Json[],
): Pick<ParsedAuthor, 'followers' | 'following' | 'stats' | 'approx'> {
  const counts = object(outermost(within, 'ownerCount') ?? outermost(within, 'owner_count'));
  const read = {
    followers: roundedCount(counts.fan),
    following: roundedCount(counts.follow),
    videos: roundedCount(counts.photo_public ?? counts.photoPublic),
    likes: roundedCount(counts.like),
  };
  return {
    followers: read.followers.value,
    following: read.following.value,
    stats: { videos: read.videos.value, views: null, likes: read.likes.value },
    approx: Object.entries(read).flatMap(([name, { isApprox }]) => (isApprox ? [name] : [])),
  };
}
