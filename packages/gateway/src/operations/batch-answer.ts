// The answer of a single-record operation that was asked for several ids: its schema, and how it is kept and written.
import type { TSchema } from 'typebox';
import type { AnswerText } from '../domain/answer.ts';
import { ABSENCE_REASONS } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import type { About } from '../domain/thing-names.ts';
import { Receipt, type ReceiptFigures, writeAnswer } from './receipt.ts';
import type { CacheWord, ReadResults, Results, SavedAnswer } from './results.ts';

const NotFound = Type.Object({
  id: Type.String(),
  reason: Type.Enum([...ABSENCE_REASONS], {
    description: '`unknown` when the platform does not give a reason.',
  }),
});

const Failed = Type.Object({
  id: Type.String(),
  code: Type.String({
    description: 'Error code: why no provider could answer. The same id can be asked for again.',
  }),
});

/** Unified records (group u1). */
export function recordsOf(record: TSchema, texts: { $id: string; description: string }) {
  return Type.Object(
    {
      request_id: Type.String(),
      platform: Type.String(),
      ids: Type.String(),
      items: Type.Array(record, { description: 'In the order of `ids`.' }),
      not_found: Type.Array(NotFound, {
        description: 'Videos that do not exist or are not public; not charged.',
      }),
      failed: Type.Array(Failed, {
        description: 'Videos for which no provider gave an answer; not charged.',
      }),
      receipt: Receipt,
    },
    texts,
  );
}

/** Like a page, it is built once and holds no reference to the call that it was built for, so that the cache can keep it. */
export class BatchAnswer {
  readonly kind = 'good';
  readonly delivered: { items: number };
  readonly isEmpty: boolean;
  readonly isPartial: boolean;
  readonly about: About;
  readonly #lead: Parameters<typeof writeAnswer>[0];
  readonly #results: Results;

  constructor(
    { platform, ask }: { platform: string; ask: Readonly<Record<string, string>> },
    results: Results,
    { items, isPartial, about }: { items: number; isPartial: boolean; about: About },
  ) {
    this.about = about;
    this.#lead = { platform, ask, resultName: 'items' };
    this.#results = results;
    this.delivered = { items };
    this.isEmpty = items === 0;
    this.isPartial = isPartial;
  }

  get bytes(): number {
    return this.#results.bytes;
  }

  write(figures: ReceiptFigures, fetchedAt?: string): AnswerText {
    return writeAnswer(
      this.#lead,
      this.#results.write(figures.source === 'live' ? 'miss' : 'hit', fetchedAt),
      figures,
    );
  }

  read(cache: CacheWord, fetchedAt?: string): ReadResults {
    return this.#results.read(cache, fetchedAt);
  }

  save(): SavedAnswer {
    return { items: this.delivered.items, about: this.about, results: this.#results.save() };
  }

  forget(): void {
    this.#results.forget();
  }
}
