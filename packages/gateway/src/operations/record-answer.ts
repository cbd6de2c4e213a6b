// The answer of every operation that gives one record: its schema for both groups, and the record as it is kept and written.
import type { TSchema } from 'typebox';
import type { Group } from '../domain/access/key.ts';
import type { AnswerText } from '../domain/answer.ts';
import { Type } from '../domain/schema.ts';
import type { About } from '../domain/thing-names.ts';
import { type AnswerLead, Receipt, type ReceiptFigures, writeAnswer } from './receipt.ts';
import type { Results, SavedAnswer } from './results.ts';

const envelope = { request_id: Type.String(), platform: Type.String() };

/** A unified record (group u1); `ask` holds the parameters that the answer repeats. */
export function recordOf(
  ask: Record<string, TSchema>,
  record: TSchema,
  texts: { $id: string; description: string },
) {
  return Type.Object({ ...envelope, ...ask, item: record, receipt: Receipt }, texts);
}

/** A record in the platform's own shape (group u2). */
export function nativeRecordOf(ask: Record<string, TSchema>, texts: { $id: string; description: string }) {
  const raw = Type.Unknown({ description: "The platform's own answer." });
  return Type.Object({ ...envelope, ...ask, raw, receipt: Receipt }, texts);
}

interface RecordAsked {
  group: Group;
  platform: string;
  ask: Readonly<Record<string, string>>;
}

/** One shared object, because the cache keeps records for long. */
const ONE_ITEM = { items: 1 };

/** Like a page, it is built once and holds no reference to the call that it was built for, so that the cache can keep it. */
export class RecordAnswer {
  readonly kind = 'good';
  readonly isEmpty = false;
  readonly delivered = ONE_ITEM;
  readonly about: About;
  /** The beginning of the answer. */
  readonly lead: AnswerLead;
  readonly #results: Results;

  constructor({ group, platform, ask }: RecordAsked, results: Results, about: About) {
    this.about = about;
    this.lead = { platform, ask, resultName: group === 'u1' ? 'item' : 'raw' };
    this.#results = results;
  }

  get bytes(): number {
    return this.#results.bytes;
  }

  write(figures: ReceiptFigures, fetchedAt?: string): AnswerText {
    return writeAnswer(
      this.lead,
      this.#results.write(figures.source === 'live' ? 'miss' : 'hit', fetchedAt),
      figures,
    );
  }

  /** The record alone, as JSON. */
  itemText(): string {
    return Buffer.from(this.#results.write('hit')).toString();
  }

  save(): SavedAnswer {
    return { items: ONE_ITEM.items, about: this.about, results: this.#results.save() };
  }

  forget(): void {
    this.#results.forget();
  }
}
