// What an operation is: one priced data action as one entry. Routes, documents, first prices, client methods, tools for agents, the
// playground, commands, cursors and request ids are derived from it. An operation never talks to a platform.
import type { TSchema } from 'typebox';
import type { OperationName, Page, ParsedRecord } from '../connectors/connector.ts';
import type { Group } from '../domain/access/key.ts';
import type { AnswerBytes, AnswerText } from '../domain/answer.ts';
import type { Variant } from '../domain/call.ts';
import type { Failure, FailureCode } from '../domain/failure.ts';
import { type Filtering, sealedText } from '../domain/search-filters.ts';
import type { NamedThing } from '../domain/thing-names.ts';
import type { ByAddress, QueryLimits } from './parameters.ts';
import type { AnswerLead, ReceiptFigures } from './receipt.ts';

// An answer that one call wants written in its own way, made from the one that the cache keeps.

/** A record as the cache keeps it. */
export interface WholeRecord {
  /** The beginning of its answer. */
  readonly lead: AnswerLead;
  readonly bytes: number;
  readonly delivered: { items: number };
  /** The record alone, as JSON. */
  itemText(): string;
}

export interface PresentedAnswer extends Pick<WholeRecord, 'bytes' | 'delivered'> {
  kind: 'good';
  isEmpty: false;
  write(figures: ReceiptFigures, fetchedAt?: string): AnswerText | AnswerBytes;
}

/** One way to call an operation: the last segment of a path. */
export interface Action {
  /** How hard we try. */
  variant: Variant;
  /** For the reference: an id that client generators use, a one-line summary, and a paragraph. */
  operationId: string;
  summary: string;
  description: string;
  /** The price of one call in the catalog of a new installation. */
  firstPrice: string;
}

/** What a caller asks for, after it was read and checked. */
export interface Asked {
  /**
   * The question: the keyword of a search, or the id of what is looked up or listed, with its filters. It is passed to the connector,
   * repeated in the answer, and bound into cursors and request ids. The required parameter comes first. A parameter that was not sent is
   * absent.
   */
  ask: Readonly<Record<string, string>>;
  /** The part of `ask` that the answer repeats, when that is not all of it. */
  repeats?: Readonly<Record<string, string>>;
  /** Several distinct ids; absent when one record is asked for. */
  ids?: readonly string[];
  /**
   * Parameters that only decide how the answer is written; absent when there are none. They are part of the request id's fingerprint, but
   * not of the question: the cache keeps one answer for all of them. Only in group u1.
   */
  shown?: Readonly<Record<string, string>>;
  includeRaw: boolean;
  /** null when the caller accepts an answer of any age. */
  maxAgeSeconds: number | null;
}

export interface AskedPage extends Asked {
  /** null on the first page; `no_more` or a sealed cursor otherwise. */
  pcursor: string | null;
  count: number;
  /** The filters of `ask`, which not every provider supports; absent without filters. */
  filtering?: Filtering;
}

export type RecordKind = 'video' | 'comment' | 'author' | 'playlist' | 'transcript';

/** The unified record that an operation delivers, and how it is made from what a connector parsed. */
export interface RecordForm {
  /** Decides how tools and pages show the record. */
  kind: RecordKind;
  /** Name and version of the record's schema. */
  schema: string;
  item(shared: ItemOrigin, parsed: ParsedRecord, rank: number): object;
  /** The videos, authors, comments and playlists that the record is about, by every id that it gives for them; its own come first. */
  things(parsed: ParsedRecord): readonly NamedThing[];
}

export interface ItemOrigin {
  platform: string;
  source: object;
}

/** The CLI command that buys this operation. */
interface OperationCommand {
  /** What the user types, `video get`. */
  words: string;
  summary: string;
  /**
   * Parameters in their order on the command line. Where an address may stand for the first one, the platform is a flag; elsewhere
   * the platform is typed before them.
   */
  arguments: readonly string[];
  /** Added to the help text of all such commands. */
  notes?: string;
  examples: readonly string[];
}

/** The tool that lets agents buy it. It makes the stable call. */
export interface OperationTool {
  name: string;
  title: string;
  /** Read by a model when it chooses between tools. */
  description: string;
  /** Parameters of the operation that the tool does not take. */
  without?: readonly string[];
}

/** How the playground of the portal asks for this operation. */
export interface PlaygroundEntry {
  /** What the reader fills in: a keyword, the id of a record of this kind, or nothing. */
  about: 'keyword' | 'nothing' | Exclude<RecordKind, 'transcript'>;
  labels: { en: string; zh: string };
}

interface OperationBase {
  name: OperationName;
  actions: Readonly<Record<string, Action>>;
  /** Section of the reference. */
  tag: string;
  /** What a price is for. */
  unit: 'call';
  /** Schema of the parameters. Parameters that it does not name are refused. */
  query: TSchema & { properties: object };
  /** null when it takes no address. Otherwise the parameter that the address in `url` stands for replaces `url` before `read` runs. */
  byAddress: ByAddress | null;
  /** Schemas of the answers, by group. */
  answers: Readonly<Record<Group, TSchema>>;
  /** Media types of answers in group u1 beside JSON; absent where there is only JSON. */
  formats?: readonly string[];
  record: RecordForm;
  /** Error codes that only this operation has. */
  failures: readonly FailureCode[];
  /** Its method in the client package: `videos.search`. Methods with one noun share an object and its `resume`. */
  method: `${string}.${string}`;
  /** Query of the request that the reference shows. It succeeds on the sample records of the library. */
  sample: Readonly<Record<string, string>>;
  /** null where agents have no tool for it. */
  tool: OperationTool | null;
  playground: PlaygroundEntry;
  command: OperationCommand;
}

export interface PageContext {
  group: Group;
  /** The order that was asked for; null when the operation has no choice of order. */
  sort: string | null;
  /** The `mark` that `finish` returned for the page before; null on the first page. */
  mark: string | null;
}

/** A page as its answer gives it. */
export interface FinishedPage {
  items: Page<ParsedRecord>['items'];
  /** Fields of the answer that only this operation has. */
  says: Readonly<Record<string, unknown>>;
  /** Kept in the cursor until the next page. */
  mark: string | null;
}

/** An operation that gives a list, page by page. */
export interface PageOperation extends OperationBase {
  shape: 'page';
  read(query: Record<string, string>, limits: QueryLimits): AskedPage | Failure;
  /** Whether callers choose an order with `sort`. */
  isSorted: boolean;
  /** The platform `all` may be asked: the lists of many platforms become one. Its query has `platforms`. */
  isMerged?: true;
  /** The error when the owner of the list does not exist; null for a list that needs no owner. */
  absent: FailureCode | null;
  finish(
    page: Pick<Page<ParsedRecord>, 'items' | 'isDisabled' | 'unavailable' | 'notes'>,
    context: PageContext,
  ): FinishedPage;
}

/** An operation that gives one record. */
export interface RecordOperation extends OperationBase {
  shape: 'record';
  read(query: Record<string, string>, limits: QueryLimits): Asked | Failure;
  /** The error code when the platform has no such record. */
  absent: FailureCode;
  /** The answer as `shown` asks for it; a failure when that cannot be made of it. Absent where no parameter is `shown`. */
  present?(whole: WholeRecord, shown: Readonly<Record<string, string>>): PresentedAnswer | Failure;
  /** Schema of the answer in group u1 when several ids are asked for; absent where only one can be. */
  several?: TSchema;
}

export type Operation = PageOperation | RecordOperation;

/** Fingerprints of old request ids were made without these names. With the names, those ids could no longer be replayed. */
const WITHOUT_NAME: ReadonlySet<string> = new Set(['keyword', 'id']);

/**
 * The question as texts in a fixed order, for fingerprints and cursors: equal questions have equal texts, in every release. The first text
 * has no name where every call has that parameter.
 */
export function targetOf(ask: Asked['ask']): string[] {
  return Object.entries(ask).map(([name, value], i) =>
    i === 0 && WITHOUT_NAME.has(name) ? value : sealedText(name, value),
  );
}

/** The fingerprint text of a page. Two uses of one request id must agree on it. */
export function canonicalPage(path: string, asked: AskedPage): string {
  const { ask, pcursor, count, includeRaw } = asked;
  return JSON.stringify(['GET', path, ...targetOf(ask), pcursor ?? '', count, includeRaw, ...ageOf(asked)]);
}

/** The fingerprint text of a call for one record. */
export function canonicalRecord(path: string, asked: Asked): string {
  return JSON.stringify([
    'GET',
    path,
    ...targetOf(asked.ask),
    asked.includeRaw,
    ...ageOf(asked),
    ...shownOf(asked),
  ]);
}

/** Nested, so that they never equal a parameter of the question. */
function shownOf({ shown }: Asked): Record<string, string>[] {
  return shown === undefined ? [] : [shown];
}

/** The fingerprint text of a call for several records. The ids are a nested list, so it can never equal the fingerprint of one id. */
export function canonicalBatch(path: string, ids: readonly string[], asked: Asked): string {
  return JSON.stringify(['GET', path, ids, asked.includeRaw, ...ageOf(asked)]);
}

/** Omitted when it was not sent, so that fingerprints from before this parameter existed stay the same. */
function ageOf({ maxAgeSeconds }: Asked): number[] {
  return maxAgeSeconds === null ? [] : [maxAgeSeconds];
}
