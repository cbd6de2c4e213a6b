// A collection: all items for one or more questions, up to a number of items and a budget. The gateway walks the pages, one paid call each.
import { DAY_MS } from '../duration.ts';
import { field, nullable, type Of } from '../field-table.ts';
import { Type } from '../schema.ts';
import { Words } from '../text/text-patterns.ts';

export const COLLECTION_STATES = ['queued', 'running', 'waiting', 'done', 'stopped', 'failed'] as const;
export type CollectionState = (typeof COLLECTION_STATES)[number];

/** What a waiting collection waits for. `turn`: the account has as many running as it may. */
const COLLECTION_WAITS = ['balance', 'cap', 'provider', 'quota', 'misses', 'turn'] as const;
export type CollectionWait = (typeof COLLECTION_WAITS)[number];

/** Why a collection has ended. `unknown`: the platform stopped giving new items without saying that the list ends. */
export const COLLECTION_ENDS = [
  'exhausted',
  'upstream_cap',
  'items',
  'budget',
  'time',
  'cancelled',
  'key',
  'refused',
  'unknown',
] as const;
export type CollectionEnd = (typeof COLLECTION_ENDS)[number];

/** One list that is walked, or one batch of ids that is looked up: a data path with its parameters. */
export interface CollectionQuestion {
  /** The path of the interactive route, such as `/api/u1/v1/library/app/search_video_v2`. */
  path: string;
  query: Readonly<Record<string, string>>;
}

/** Parameters of a question, as they are shown. */
export const QueryView = Type.Record(Type.String(), Type.String(), {
  description: 'Parameters of the data route, without `pcursor` and `count`.',
  examples: [{ keyword: 'cat' }],
});

export const COLLECTION_FIELDS = {
  id: field.text({ examples: ['col_7hK2mPq9XwTz4bNc'] }),
  accountId: field.text().forOperators(),
  /** The caller's request id: the same id gives the same collection. */
  requestId: field.text({ description: 'The request id that made it.' }).forOperators(),
  name: field.text({ description: 'A name to recognise it by.' }).orNull().given(nullable(Words)),
  platform: field.text({ examples: ['library'] }),
  questionCount: field
    .integer({
      minimum: 1,
      description: 'How many lists are walked, or how many batches of ids are looked up.',
    })
    .as('questions'),
  question: field.count('The index of the one that is read now.'),
  questionsRefused: field
    .count(
      'How many the platform refused or did not know. They cost nothing, and the collection went on with the next one.',
    )
    .column('refused_count'),
  path: field.text({
    description: 'The data route of the first question.',
    examples: ['/api/u1/v1/library/app/search_video_v2'],
  }),
  query: field
    .json<Readonly<Record<string, string>>>()
    .orNull()
    .shownBy(nullable(QueryView, 'The parameters of a single question; null when there are several.')),
  state: field.oneOf(COLLECTION_STATES, {
    description: '`done`, `stopped` and `failed` are ends; what was paid stays readable in each.',
  }),
  waitingFor: field
    .oneOf(COLLECTION_WAITS, {
      description:
        'What it waits for. `turn`: your account has as many running as it may. `misses`: calls of your account that end uncharged have asked platforms as often as they may (`limits.misses`).',
    })
    .orNull(),
  end: field
    .oneOf(COLLECTION_ENDS, {
      description:
        'Why it ended. `exhausted`: the lists ended. `upstream_cap`: the platform shows no more of a list. `items`, `budget`, `time`: your limit was reached. `unknown`: the platform stopped without saying that the list ends, or gave ten pages in a row without anything new.',
    })
    .orNull()
    .column('end_reason'),
  failure: field.text({ description: 'Code of the last failure.', examples: ['UPSTREAM_BUSY'] }).orNull(),
  /** Settled pages. The request id of the next page is derived from this number. */
  pages: field.count('Pages that were read and charged.'),
  items: field.count('Items delivered so far.'),
  itemsMax: field.count(),
  chargedMicros: field.money(),
  budgetMicros: field.money(),
  untilMs: field.time().orNull('It ends at this time, wherever it is then.'),
  createdAtMs: field.time(),
  endedAtMs: field.time().orNull(),
  expiresAtMs: field.time().orNull('When its items are deleted; null while it has not ended.'),
  keyId: field.text({ description: 'Id of the key that pays, and whose rights and caps apply.' }).as('key'),
  failures: field.count('In a row.').forOperators(),
  /** The cursor of the next page of this question; null before its first page. */
  pcursor: field.text().orNull().hidden(),
  /** Settled pages of this question in a row that brought nothing new. */
  idlePages: field.count().hidden(),
  /** What the page that is being fetched may cost. */
  reservedMicros: field.money().hidden(),
  /** The most that it can cost by the prices when it was made or changed; the budget when nothing else bounds it. */
  mostMicros: field.money().hidden(),
  /** When the page that is being fetched was begun; null between pages. */
  pageAtMs: field.time().orNull().hidden(),
  /** It was told to end while a page was being fetched, and ends with that page. */
  endWanted: field.oneOf(COLLECTION_ENDS).orNull().hidden(),
  /** When it is worked on next. */
  dueAtMs: field.time().hidden(),
  /** Pages below this number were charged before the ledger was restored. From `pages` on they are asked again, free. */
  paidTo: field.count().hidden(),
  /** Where its questions ended (question-figures.ts). */
  questionEnds: field.text().hidden(),
};
export type Collection = Of<typeof COLLECTION_FIELDS>;

/** Its next page was paid before the ledger was restored. */
export const isOwed = ({ pages, paidTo }: Pick<Collection, 'pages' | 'paidTo'>) => pages < paidTo;

/** How long the items of a platform are kept: after the end of the collection, and after they were found. */
export interface CollectionKeep {
  keepMs: number;
  /** By the platform's terms; null when they set no limit. */
  termsMs: number | null;
}

/** How long items are kept when the collection ends now. Its first item may be as old as the collection. */
export function keepMsFrom(
  { keepMs, termsMs }: CollectionKeep,
  { createdAtMs }: Pick<Collection, 'createdAtMs'>,
  nowMs: number,
): number {
  return termsMs === null ? keepMs : Math.max(0, Math.min(keepMs, createdAtMs + termsMs - nowMs));
}

/** When a collection must end, so that its items are kept for a day after its end at least; null without a limit by terms. */
export function lastEndMs({ termsMs }: CollectionKeep, createdAtMs: number): number | null {
  return termsMs === null ? null : createdAtMs + Math.max(termsMs - DAY_MS, termsMs / 2);
}

/** A link to an export. It works without a key, so everything that it names is signed. */
export interface ExportLink {
  collection: string;
  format: string;
  /** Unix time in seconds. */
  expires: number;
  /** The id of the key that made it, and with which it ends; null in a link of an older release, which did not say. */
  key: string | null;
}

export interface ExportLinks {
  sign(link: ExportLink): string;
  isSigned(link: ExportLink, signature: string): boolean;
}
