// The tracks of a video, and which of them a caller gets. Every connector chooses by this one function, so that the same wishes find the
// same track on every platform.
import { readLanguage } from '../text/language.ts';

export const TRACK_KINDS = ['human', 'automatic'] as const;
export type TrackKind = (typeof TRACK_KINDS)[number];
export const KIND_WISHES = ['any', ...TRACK_KINDS] as const;
export type KindWish = (typeof KIND_WISHES)[number];

/** Why there is no transcript to give. */
export const TRANSCRIPT_REASONS = ['none', 'language', 'kind', 'untimed', 'disabled'] as const;
export type TranscriptReason = (typeof TRANSCRIPT_REASONS)[number];

/** One track, as records and errors list it. */
export interface Track {
  /** BCP 47, as `languageTag` writes it; null when the platform does not say. */
  language: string | null;
  /** Written by a person or by speech recognition; null when the platform does not say. */
  kind: TrackKind | null;
}

/** A track that can be chosen. */
export interface ChoosableTrack extends Track {
  /** Translated by a machine. Chosen only when no other track has the language. */
  translated?: boolean;
}

/** Tracks that are kept of one video. YouTube lists about 150 machine translations; a longer list is cut. */
export const TRACKS_MAX = 200;
/** Languages in one question: more than a person reads. */
export const LANGUAGE_WISHES_MAX = 10;

export interface TrackWishes {
  /** In order of preference; empty for any language. */
  languages: readonly string[];
  kind: KindWish;
  /** The language of the video itself, if known. It decides when the caller names no language. */
  own?: string | null;
}

/**
 * `variant`: the wish was `en`, and the track is in `en-GB`. `broader`: the wish was `fr-FR`, and the track is in `fr`. null when no
 * language was wished.
 */
export type LanguageMatch = 'exact' | 'variant' | 'broader' | null;

type TrackChoice<T extends Track> =
  | { kind: 'chosen'; track: T; match: LanguageMatch }
  | { kind: 'missing'; reason: 'none' | 'language' | 'kind' };

/**
 * The track of the first wish that any track meets. A language also finds its varieties, when there is no track in it, and then what it is
 * a variety of (the look-up of RFC 4647).
 * Among equals a person's track comes before an automatic one, an original before a translation, and then the first one listed.
 */
export function chooseTrack<T extends ChoosableTrack>(
  tracks: readonly T[],
  wishes: TrackWishes,
): TrackChoice<T> {
  if (tracks.length === 0) return { kind: 'missing', reason: 'none' };
  const able = tracks.filter(({ kind }) => wishes.kind === 'any' || kind === wishes.kind);
  const found = inLanguage(able, wishes);
  if (found !== null) return found;
  // Without a wish for a kind, some track would have been in the language.
  return { kind: 'missing', reason: inLanguage(tracks, wishes) === null ? 'language' : 'kind' };
}

function inLanguage<T extends ChoosableTrack>(
  tracks: readonly T[],
  { languages, own = null }: TrackWishes,
): TrackChoice<T> | null {
  if (languages.length === 0) {
    const track = best(tracks, own);
    return track === null ? null : { kind: 'chosen', track, match: null };
  }
  for (const wish of languages) {
    const exact = best(tracks.filter(({ language }) => isSame(language, wish)));
    if (exact !== null) return { kind: 'chosen', track: exact, match: 'exact' };
    const variant = best(tracks.filter(({ language }) => isVariant(language, wish)));
    if (variant !== null) return { kind: 'chosen', track: variant, match: 'variant' };
    for (const range of broaderThan(wish)) {
      const broader = best(tracks.filter(({ language }) => isSame(language, range)));
      if (broader !== null) return { kind: 'chosen', track: broader, match: 'broader' };
    }
  }
  return null;
}

const KIND_RANKS = { human: 0, automatic: 2 };

/** The lowest is taken. A track of unknown kind stands between the two kinds. */
function rankOf({ kind, language, translated }: ChoosableTrack, own: string | null): number {
  const isOwn = own !== null && (isSame(language, own) || isVariant(language, own));
  return (translated === true ? 8 : 0) + (kind === null ? 1 : KIND_RANKS[kind]) * 2 + (isOwn ? 0 : 1);
}

function best<T extends ChoosableTrack>(tracks: readonly T[], own: string | null = null): T | null {
  let first: T | null = null;
  for (const track of tracks) if (first === null || rankOf(track, own) < rankOf(first, own)) first = track;
  return first;
}

const isSame = (language: string | null, wish: string) => language?.toLowerCase() === wish.toLowerCase();

function isVariant(language: string | null, wish: string): boolean {
  if (language === null) return false;
  const range = `${wish.toLowerCase()}-`;
  return [language, fullTag(language)].some((tag) => `${tag.toLowerCase()}-`.startsWith(range));
}

/** Norwegian is written in two ways, each with a tag of its own that does not begin with that of the language. */
const WRITTEN_FORMS: Record<string, string> = { nb: 'no', nn: 'no' };

/** With the script and region that a language has by default, and below its language: `zh-CN` is `zh-Hans-CN`, and `nb` is `no-nb-Latn-NO`. */
function fullTag(tag: string): string {
  const whole = readLanguage(tag) === null ? tag : new Intl.Locale(tag).maximize().toString();
  const over = WRITTEN_FORMS[whole.split('-', 1)[0]!];
  return over === undefined ? whole : `${over}-${whole}`;
}

/** What it is a variety of, the nearest first: `zh-Hans`, then `zh` for `zh-CN`. */
function broaderThan(wish: string): string[] {
  const parents = [wish, fullTag(wish)].flatMap((tag) => {
    const parts = tag.split('-');
    return parts.slice(1).map((_, i) => parts.slice(0, parts.length - 1 - i).join('-'));
  });
  const distinct = [...new Set(parents)].filter((tag) => !isSame(tag, wish));
  return distinct.sort((a, b) => b.length - a.length);
}

/** A language as BCP 47 writes it, from what a platform says: `en_us` becomes `en-US`. null when it is none. */
export function languageTag(given: string | null): string | null {
  return given === null ? null : readLanguage(given.trim().replaceAll('_', '-'));
}

/** The tracks as records and errors list them: without repeats, and without what only the connector needs. */
export function listedTracks(tracks: readonly Track[]): Track[] {
  const listed = new Map<string, Track>();
  for (const { language, kind } of tracks) {
    if (listed.size < TRACKS_MAX) listed.set(`${language} ${kind}`, { language, kind });
  }
  return [...listed.values()];
}
