// What a merge wants to know of an item: how well it fits the question, and by what the same video is recognised elsewhere. Reads no more than
// the beginning of its text. Pure.
import { hash } from 'node:crypto';
import { createShare, lettersOf, type ShareOf } from '../../library/searching/words-shared.ts';
import type { LegItem } from '../../operations/all-answer.ts';
import type { ByteText } from '../../operations/byte-text.ts';
import type { MergedPage, Unread } from '../../operations/merge-lists.ts';
import type { ReadItem } from '../../operations/results.ts';
import { gistOf, type ItemGist } from '../../operations/video-record.ts';

/** An item without any word of the question keeps this part of its score: platforms find by more than words. */
const WITHOUT_WORDS = 0.2;
/** The share that counts where the words of the record cannot be compared with those of the question. */
const UNKNOWN_SHARE = 0.25;
/** A known language that was not asked for. */
const OTHER_LANGUAGE = 0.7;
/** What a video is about stands at the beginning of its text; the end has links. */
const TEXT_CHARS_MAX = 200;
/** A shorter title, such as "Live", is that of many videos. */
const TWIN_TITLE_CHARS_MIN = 8;
const DIGEST_CHARS = 10;

/** The length of a video differs by this from platform to platform. */
const LENGTH_TOLERANCE_MS = 1_000;
const MAYBE_SAME_MAX = 5;

type Likeness = Pick<Unread<ReadItem>, 'fit' | 'twin'>;

export type JudgeItem = (bytes: ByteText) => Likeness;

/** `keyword` is null for a list that is not searched; `language` for a caller who named none. */
export function createJudge(keyword: string | null, language: string | null): JudgeItem {
  const share = createShare(keyword ?? '');
  return (bytes) => {
    const gist = gistOf(bytes);
    return {
      fit: (WITHOUT_WORDS + shareOf(share, gist)) * languageFactor(gist.language, language),
      twin: twinOf(gist),
    };
  };
}

function shareOf(share: ShareOf, { title, text, author }: ItemGist): number {
  const texts = [title, text?.slice(0, TEXT_CHARS_MAX), author.name, author.handle];
  return share(texts.join('\n')) ?? UNKNOWN_SHARE;
}

function languageFactor(given: string | null, wanted: string | null): number {
  if (given === null || wanted === null) return 1;
  const primary = (tag: string) => tag.split('-')[0]!.toLowerCase();
  return primary(given) === primary(wanted) ? 1 : OTHER_LANGUAGE;
}

function twinOf({ title, duration_ms }: ItemGist): Likeness['twin'] {
  if (!duration_ms || title === null) return null;
  const letters = lettersOf(title);
  if (letters.length < TWIN_TITLE_CHARS_MIN) return null;
  return [hash('sha256', letters, 'base64url').slice(0, DIGEST_CHARS), duration_ms];
}

/** Finds the items of other legs, on this page or waiting for a later one, that may be the same video. They are never taken for the same. */
export function maybeAlsoIn({ items, state }: MergedPage<ReadItem>): (one: LegItem) => readonly LegItem[] {
  const unread = state.legs.flatMap(({ name: leg, unread }) => unread.map((item) => ({ leg, item })));
  const byTitle = Map.groupBy([...items, ...unread], ({ item }) => item.twin?.[0]);
  return ({ leg, item }) => {
    const { twin } = item;
    if (twin === null) return [];
    const isSame = (other: LegItem) =>
      other.leg !== leg && Math.abs(other.item.twin![1] - twin[1]) <= LENGTH_TOLERANCE_MS;
    return byTitle.get(twin[0])!.filter(isSame).slice(0, MAYBE_SAME_MAX);
  };
}
