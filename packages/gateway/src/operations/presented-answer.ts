// An answer that one call wants written in its own way, made from the one that the cache keeps.
import type { AnswerBytes, AnswerText } from '../domain/answer.ts';
import type { AnswerLead, ReceiptFigures } from './receipt.ts';

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
