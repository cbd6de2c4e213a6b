// The filters and the sort of a search, and what a list of popular videos may be narrowed by: which exist, how a caller's values are
// parsed into one form, how well a connector supports each, and whether a record passes.
import { type Failure, invalid, isFailure } from './failure.ts';
import { readLanguage } from './text/language.ts';

export const SORTS = ['relevance', 'newest', 'views', 'likes'] as const;
type Sort = (typeof SORTS)[number];
export const SAFE_LEVELS = ['strict', 'moderate', 'off'] as const;
export const ORIENTATIONS = ['landscape', 'portrait', 'square'] as const;
export const MIN_HEIGHTS = ['720', '1080', '2160'] as const;
export const PERIODS = ['day', 'week', 'month', 'year', 'all'] as const;
export const LIVE_CHOICES = ['true', 'false'] as const;
export const MATCH_CHOICES = ['exact', 'all'] as const;
/** Longer than the longest tag of a platform that limits them. */
export const FILTER_TAG_CHARS_MAX = 100;
/** Longer than the longest name of a category. */
const CATEGORY_CHARS_MAX = 100;

/** As YouTube defines them: below 4 minutes, 4 to 20, above 20. In seconds, to the millisecond, both bounds included. */
export const DURATIONS = {
  short: { duration_max: '239.999' },
  medium: { duration_min: '240', duration_max: '1200' },
  long: { duration_min: '1200.001' },
} as const;
/** Only these have fractions: callers give whole seconds. */
const WORD_BOUNDS: readonly string[] = Object.values(DURATIONS).flatMap((bounds) => Object.values(bounds));
/** 0.1.0 had these bounds in whole seconds. Its texts stay in what is stored and sealed, so that ids and walks continue in both directions. */
const SEALED_BOUNDS: Readonly<Record<string, string>> = {
  'duration_max=239.999': 'duration_max=239',
  'duration_min=1200.001': 'duration_min=1201',
};

/** A parameter as the fingerprints of request ids and the cursors have it. */
export function sealedText(name: string, value: string): string {
  const text = `${name}=${value}`;
  return SEALED_BOUNDS[text] ?? text;
}

/** Each value in the one form that is compared, sent and sealed. Filters that were not given are absent. */
export interface SearchFilters {
  sort?: Sort;
  /** RFC 3339 in UTC with milliseconds; inclusive, here and below. */
  published_after?: string;
  published_before?: string;
  /** Seconds: whole ones, or the bounds of a word such as `short`. Records are compared in milliseconds. */
  duration_min?: string;
  duration_max?: string;
  /** A BCP 47 tag in canonical form. */
  language?: string;
  /** ISO 3166, two capital letters. */
  region?: string;
  license?: 'cc';
  safe?: (typeof SAFE_LEVELS)[number];
  orientation?: (typeof ORIENTATIONS)[number];
  min_height?: (typeof MIN_HEIGHTS)[number];
  /** One tag without `#`, as the caller writes it. */
  tag?: string;
  /** `true`: on air now. `false`: not on air. */
  live?: (typeof LIVE_CHOICES)[number];
  captions?: 'true';
  /** `exact`: only records that have the words of the keyword as they are. `all`: others below them. */
  match?: (typeof MATCH_CHOICES)[number];
}

/** What a list of popular videos may be narrowed by. Each is applied or refused, as the filters of a search are. */
export interface PopularFilters {
  region?: string;
  /** A name or an id of the platform's own categories. */
  category?: string;
  /** Popular within the last day, week, month or year, or of all time. */
  period?: (typeof PERIODS)[number];
}

export type Filters = SearchFilters & PopularFilters;
export type FilterName = keyof Filters;

/** In the sequence in which they enter cursors and request ids. It must never change. */
export const FILTER_NAMES: readonly (keyof SearchFilters)[] = [
  'sort',
  'published_after',
  'published_before',
  'duration_min',
  'duration_max',
  'language',
  'region',
  'license',
  'safe',
  'orientation',
  'min_height',
  'tag',
  'live',
  'captions',
  'match',
];

/** In the sequence in which they enter cursors and request ids. It must never change. */
export const POPULAR_FILTER_NAMES: readonly (keyof PopularFilters)[] = ['region', 'category', 'period'];

const ALL_NAMES: readonly FilterName[] = [...new Set([...FILTER_NAMES, ...POPULAR_FILTER_NAMES])];

/**
 * How well a filter works. `exact`: the platform applies it. `checked`: the gateway checks a field that the platform delivers, and drops
 * records that do not pass or lack it. `preferred`: the platform treats it as a preference.
 */
export type FilterSupport = 'exact' | 'checked' | 'preferred';

/** By filter, or by filter and value where values differ. Absent: unsupported. */
export type FilterTable = Readonly<Partial<Record<FilterKey, FilterSupport>>>;
export type FilterKey =
  | Exclude<keyof SearchFilters, 'sort'>
  | `sort=${Sort}`
  | `min_height=${(typeof MIN_HEIGHTS)[number]}`
  | `live=${(typeof LIVE_CHOICES)[number]}`;

/** For lists of popular videos. The gateway checks none of these itself. */
export type PopularTable = Readonly<Partial<Record<PopularKey, 'exact' | 'preferred'>>>;
export type PopularKey =
  | 'region'
  | 'category'
  /** Where the platform has few categories, and takes another one for none. */
  | `category=${string}`
  | `period=${(typeof PERIODS)[number]}`;

/** Null: unsupported. */
export function supportOf(
  table: FilterTable | PopularTable,
  name: FilterName,
  value: string,
): FilterSupport | null {
  const by = table as Readonly<Record<string, FilterSupport | undefined>>;
  return by[`${name}=${value}`] ?? by[name] ?? null;
}

/** Filters of which a platform may support one value and not another. */
const BY_VALUE: readonly FilterName[] = ['sort', 'min_height', 'live', 'period'];

/** A filter as people read it. Each value of `sort` counts as a filter of its own. */
export function filterText(name: FilterName, filters: Filters): string {
  return BY_VALUE.includes(name) ? `${name}=${filters[name]}` : name;
}

/** The parameter that the caller used for it. */
export function parameterOf(name: FilterName, { saysDuration }: Filtering): string {
  return saysDuration && (name === 'duration_min' || name === 'duration_max') ? 'duration' : name;
}

/** The filters that were given, in their sequence. */
export function namesOf<Given extends Filters>(filters: Given): (FilterName & keyof Given)[] {
  const given: Filters = filters;
  return ALL_NAMES.filter((name) => given[name] !== undefined) as (FilterName & keyof Given)[];
}

/** The filters of one list. */
export interface Filtering {
  wanted: Filters;
  /** True: filters that the platform cannot apply are dropped, and the answer lists them. */
  isBestEffort: boolean;
  /** The caller used `duration` instead of `duration_min` and `duration_max`; errors name the parameter that was sent. */
  saysDuration?: true;
}

type Given = Readonly<Record<string, string | undefined>>;
type Reader = (text: string) => string | null;

const oneOf =
  (words: readonly string[]): Reader =>
  (text) =>
    words.includes(text) ? text : null;

const READERS: Record<FilterName, { read: Reader; rule: string }> = {
  sort: { read: oneOf(SORTS), rule: `must be one of ${SORTS.join(', ')}` },
  published_after: { read: readMoment, rule: 'must be a time of RFC 3339, such as 2026-01-31T12:00:00Z' },
  published_before: { read: readMoment, rule: 'must be a time of RFC 3339, such as 2026-01-31T12:00:00Z' },
  duration_min: { read: readSeconds, rule: 'must be a whole number of seconds, at most six digits' },
  duration_max: { read: readSeconds, rule: 'must be a whole number of seconds, at most six digits' },
  language: { read: readLanguage, rule: 'must be a language of BCP 47, such as de or zh-Hans' },
  region: { read: readRegion, rule: 'must be a country of ISO 3166, two letters, such as DE' },
  license: { read: oneOf(['cc']), rule: 'must be "cc"' },
  safe: { read: oneOf(SAFE_LEVELS), rule: `must be one of ${SAFE_LEVELS.join(', ')}` },
  orientation: { read: oneOf(ORIENTATIONS), rule: `must be one of ${ORIENTATIONS.join(', ')}` },
  min_height: { read: oneOf(MIN_HEIGHTS), rule: `must be one of ${MIN_HEIGHTS.join(', ')}` },
  category: {
    read: readCategory,
    rule: `must be a name or an id of a category, at most ${CATEGORY_CHARS_MAX} characters`,
  },
  period: { read: oneOf(PERIODS), rule: `must be one of ${PERIODS.join(', ')}` },
  tag: {
    read: readTag,
    rule: `must be one tag of at most ${FILTER_TAG_CHARS_MAX} characters, without commas`,
  },
  live: { read: oneOf(LIVE_CHOICES), rule: `must be one of ${LIVE_CHOICES.join(', ')}` },
  captions: { read: oneOf(['true']), rule: 'must be "true"' },
  match: { read: oneOf(MATCH_CHOICES), rule: `must be one of ${MATCH_CHOICES.join(', ')}` },
};

/** Null when no filter was given. An empty value is refused like any other invalid one. */
export function readFiltering(
  given: Given,
  names: readonly FilterName[] = FILTER_NAMES,
): Filtering | Failure | null {
  const mode = given.filters;
  if (mode !== undefined && mode !== 'best_effort') return invalid('filters', 'must be "best_effort"');
  const spelt = withDuration(given);
  if (isFailure(spelt)) return spelt;
  const wanted: Record<string, string> = {};
  for (const name of names) {
    const text = spelt[name];
    if (text === undefined) continue;
    const value = READERS[name].read(text);
    if (value === null) return invalid(name, READERS[name].rule);
    wanted[name] = value;
  }
  if (Object.keys(wanted).length === 0) return null;
  const filters = wanted as Filters;
  const inverted = refuseInverted(filters);
  if (inverted !== null) return inverted;
  const said = given.duration === undefined ? {} : { saysDuration: true as const };
  return { wanted: filters, isBestEffort: mode === 'best_effort', ...said };
}

function withDuration(given: Given): Given | Failure {
  const { duration } = given;
  if (duration === undefined) return given;
  if (given.duration_min !== undefined || given.duration_max !== undefined)
    return invalid('duration', 'cannot be used together with duration_min or duration_max');
  if (!Object.hasOwn(DURATIONS, duration))
    return invalid('duration', `must be one of ${Object.keys(DURATIONS).join(', ')}`);
  return { ...given, ...DURATIONS[duration as keyof typeof DURATIONS] };
}

/** An empty range is a mistake, and the resulting empty page would be charged. */
function refuseInverted(wanted: SearchFilters): Failure | null {
  const { published_after: after, published_before: before, duration_min: min, duration_max: max } = wanted;
  if (after !== undefined && before !== undefined && after > before)
    return invalid('published_after', 'must not be later than published_before');
  if (min !== undefined && max !== undefined && Number(min) > Number(max))
    return invalid('duration_min', 'must not be more than duration_max');
  return null;
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;
/** Length of an RFC 3339 time with a four-digit year. A zone can move the first or last day out of that range. */
const MOMENT_CHARS = 24;

/** A day without a time is its midnight in UTC. */
function readMoment(text: string): string | null {
  const day = MOMENT.exec(text)?.[1];
  if (day === undefined || dayOf(Date.parse(day)) !== day) return null;
  const ms = Date.parse(text.toUpperCase());
  const moment = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  return moment.length === MOMENT_CHARS ? moment : null;
}

/** Null for days like `2026-02-30`, which Date.parse turns into a day of March. */
function dayOf(ms: number): string | null {
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 10);
}

function readSeconds(text: string): string | null {
  if (WORD_BOUNDS.includes(text)) return text;
  return /^\d{1,6}$/.test(text) ? String(Number(text)) : null;
}

function readRegion(text: string): string | null {
  if (!/^[A-Za-z]{2}$/.test(text)) return null;
  const code = text.toUpperCase();
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return names.of(code) === undefined || code === 'ZZ' ? null : code;
}

function readCategory(text: string): string | null {
  const category = text.trim();
  return category.length <= CATEGORY_CHARS_MAX && /^\P{Cc}+$/u.test(category) ? category : null;
}

/** Several platforms take a list with commas, so a comma would ask for other tags. Quotes and backslashes have a meaning in some queries. */
const NO_TAG = /[,"\\\p{Cc}]/u;

function readTag(text: string): string | null {
  const tag = text.trim().replace(/^#+/, '').trim();
  return tag === '' || tag.length > FILTER_TAG_CHARS_MAX || NO_TAG.test(tag) ? null : tag;
}

/** The fields of a record that filters check. */
interface FilteredRecord {
  published_at?: string | null | undefined;
  published_precision?: string | null | undefined;
  duration_ms?: number | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
  language?: string | null | undefined;
  region?: string | null | undefined;
  license?: { name?: string | null | undefined; url?: string | null | undefined } | null | undefined;
  nsfw?: boolean | null | undefined;
  orientation?: SearchFilters['orientation'] | null | undefined;
  tags?: readonly string[] | undefined;
  kind?: string | undefined;
  live?: { state: string } | null | undefined;
  captions?: boolean | null | undefined;
}

type Checked = Exclude<keyof SearchFilters, 'sort'>;

const CHECKS: Record<Checked, (record: FilteredRecord, value: string) => boolean> = {
  published_after: (record, value) => lastMoment(record) >= value,
  published_before: ({ published_at }, value) => published_at != null && published_at <= value,
  duration_min: ({ duration_ms }, value) => duration_ms != null && duration_ms >= millis(value),
  duration_max: ({ duration_ms }, value) => duration_ms != null && duration_ms <= millis(value),
  language: ({ language }, value) => language != null && isOfLanguage(language, value),
  region: ({ region }, value) => region?.toUpperCase() === value,
  license: ({ license }) => isCreativeCommons(license?.url ?? '', license?.name ?? ''),
  safe: ({ nsfw }, value) => value === 'off' || nsfw !== true,
  orientation: (record, value) => orientationOf(record) === value,
  min_height: ({ height }, value) => height != null && height >= Number(value),
  tag: ({ tags = [] }, value) => tags.some((tag) => plainTag(tag) === plainTag(value)),
  live: (record, value) => String(isOnAir(record)) === value,
  captions: ({ captions }) => captions === true,
  // The platform applies it: no record says what a keyword was.
  match: () => true,
};

/** Platforms write one tag in several ways: `#Cats`, `cats`. */
const plainTag = (tag: string): string => tag.normalize('NFKC').replace(/^#+/, '').trim().toLowerCase();

/** Asked only of platforms that say it of every video. */
function isOnAir({ kind, live }: FilteredRecord): boolean {
  return live == null ? kind === 'live' : live.state === 'on_air';
}

/** Whether a record passes every filter. A record that lacks the field of a filter does not pass. A sort is not a condition. */
export function passes(filters: SearchFilters, record: FilteredRecord): boolean {
  return namesOf(filters).every((name) => name === 'sort' || CHECKS[name](record, filters[name]!));
}

/** Times have one text form, so comparing texts compares times. Where only the day is known, its last moment counts. */
function lastMoment({ published_at, published_precision }: FilteredRecord): string {
  if (published_at == null) return '';
  return published_precision === 'day' ? `${published_at.slice(0, 10)}T23:59:59.999Z` : published_at;
}

/** Rounded, because 239.999 has no exact binary form. */
const millis = (seconds: string): number => Math.round(Number(seconds) * 1_000);

/** `en` matches `en-GB`, but not the other way round (RFC 4647, basic filtering). */
function isOfLanguage(language: string, wanted: string): boolean {
  const [has, wants] = [language.toLowerCase(), wanted.toLowerCase()];
  return has === wants || has.startsWith(`${wants}-`);
}

function isCreativeCommons(url: string, name: string): boolean {
  return /\/\/(?:www\.)?creativecommons\.org\//i.test(url) || /^(?:cc\b|cc0|creative commons)/i.test(name);
}

/** What the platform says comes first: a size may be that of a picture with bars. */
export function orientationOf({
  orientation,
  width,
  height,
}: FilteredRecord): NonNullable<SearchFilters['orientation']> | null {
  if (orientation != null) return orientation;
  if (width == null || height == null) return null;
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
}
