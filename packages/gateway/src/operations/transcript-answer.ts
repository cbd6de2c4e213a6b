// A transcript as one call asked for it: a part of it, or a format that is not JSON. It is made from the whole transcript, which the cache
// keeps as an ordinary record, and is never kept itself.
import type { AnswerBytes, AnswerText } from '../domain/answer.ts';
import { type Failure, failure } from '../domain/failure.ts';
import type { Transcript } from '../domain/transcript/record.ts';
import type { PresentedAnswer, WholeRecord } from './operation.ts';
import { type ReceiptFigures, receiptText, writeAnswer } from './receipt.ts';
import { FORMAT_TYPES, formatted, needsTimes, partOf } from './transcript-format.ts';

type Shown = Readonly<Record<string, string>>;

/** Text without times cannot be cut by time, nor become captions. */
export function shownTranscript(whole: WholeRecord, shown: Shown): TranscriptAnswer | Failure {
  const item = JSON.parse(whole.itemText()) as Transcript;
  if (!item.timed && needsTimes(shown)) return untimed(item);
  return new TranscriptAnswer(whole, partOf(item, shown), shown);
}

function untimed({ video_id, tracks }: Transcript): Failure {
  const detail = `The transcript of ${video_id} is text without times: ask for format=json or format=text, without from and to.`;
  const transcript = { reason: 'untimed' as const, tracks };
  return failure('TRANSCRIPT_NOT_FOUND', `${detail} Nothing was charged.`, { transcript });
}

class TranscriptAnswer implements PresentedAnswer {
  readonly kind = 'good';
  readonly isEmpty = false;
  readonly delivered: WholeRecord['delivered'];
  readonly bytes: number;
  readonly #whole: WholeRecord;
  readonly #item: Transcript;
  readonly #shown: Shown;

  constructor(whole: WholeRecord, item: Transcript, shown: Shown) {
    this.#whole = whole;
    this.#item = item;
    this.#shown = shown;
    this.delivered = whole.delivered;
    this.bytes = whole.bytes;
  }

  write(figures: ReceiptFigures, fetchedAt?: string): AnswerText | AnswerBytes {
    const format = this.#shown.format as keyof typeof FORMAT_TYPES | undefined;
    return format === undefined ? this.#part(figures, fetchedAt) : this.#formatted(format, figures);
  }

  #part(figures: ReceiptFigures, fetchedAt: string | undefined): AnswerText {
    const { source, ...rest } = this.#item;
    const cache = figures.source === 'live' ? 'miss' : 'hit';
    const told = { ...source, ...(fetchedAt !== undefined && { fetched_at: fetchedAt }), cache };
    const text = JSON.stringify({ ...rest, source: told });
    return writeAnswer(this.#whole.lead, Buffer.from(text), figures);
  }

  #formatted(format: keyof typeof FORMAT_TYPES, figures: ReceiptFigures): AnswerBytes {
    const { language } = this.#item;
    const headers = {
      'content-type': FORMAT_TYPES[format],
      ...(language !== null && { 'content-language': language }),
      'x-receipt': receiptText(figures),
    };
    return { kind: 'bytes', bytes: Buffer.from(formatted(this.#item, format)), headers, status: 200 };
  }
}
