// One page of a search over many platforms, as the caller gets it: the items in order, each with its position in the whole walk, and a
// report on every platform. The order and the reports are decided elsewhere.
import type { AnswerText } from '../domain/answer.ts';
import type { BroughtLeg } from '../domain/prices/terms.ts';
import type { LegStatus } from './all-report.ts';
import type { ByteText } from './byte-text.ts';
import type { MergedItem, Unread } from './merge-lists.ts';
import { type PagePosition, writePaging } from './page-answer.ts';
import { type ReceiptFigures, writeAnswer } from './receipt.ts';
import type { ReadItem } from './results.ts';
import { headOf, placedAt, type VideoHead } from './video-record.ts';

/** The report on one platform, except its charge. */
export interface LegReport {
  platform: string;
  provider: string | null;
  status: LegStatus;
  items: number;
  took_ms: number | null;
  end: PagePosition['end'] | null;
}

const NOT_CHARGED = '0.000000';

/** The list of items as JSON. */
export interface WrittenItems {
  count: number;
  json: Buffer;
}

/** An item of a leg. */
export interface LegItem {
  leg: string;
  item: Unread<ReadItem>;
}

/** `position` is the number of items on the pages before; `maybeAlsoIn` gives the items that may be the same as one. */
export function writeMerged(
  items: readonly MergedItem<ReadItem>[],
  position: number,
  maybeAlsoIn: (item: LegItem) => readonly LegItem[],
): WrittenItems {
  const texts = items.map((merged, i) => {
    const { bytes, raw } = merged.item.value;
    const elsewhere = { also_in: headsOf(merged.alsoIn), maybe_also_in: headsOf(maybeAlsoIn(merged)) };
    const placed = placedAt(bytes, position + i + 1, elsewhere);
    return raw === null ? placed : (`${placed.slice(0, -1)},"raw":${raw}}` as ByteText);
  });
  return { count: items.length, json: Buffer.from(`[${texts.join(',')}]`, 'latin1') };
}

function headsOf(others: readonly LegItem[]): VideoHead[] {
  return others.map(({ leg, item: { value } }) => {
    const { id, url } = headOf(value.bytes);
    return { platform: leg, id, url };
  });
}

export class AllAnswer {
  readonly kind = 'good';
  readonly delivered: { items: number; legs: readonly BroughtLeg[] };
  readonly isEmpty: boolean;
  /** The cache does not keep this page. It keeps the page of each leg. */
  readonly bytes = 0;
  readonly #lead: Parameters<typeof writeAnswer>[0];
  readonly #items: Buffer;
  readonly #position: PagePosition;
  readonly #reports: readonly LegReport[];

  constructor(
    { platform, ask }: { platform: string; ask: Readonly<Record<string, string>> },
    { count, json }: WrittenItems,
    legs: readonly BroughtLeg[],
    { position, reports }: { position: PagePosition; reports: readonly LegReport[] },
  ) {
    this.#lead = { platform, ask, resultName: 'items' };
    this.#items = json;
    this.#position = position;
    this.#reports = reports;
    this.delivered = { items: count, legs };
    this.isEmpty = count === 0;
  }

  write(figures: ReceiptFigures): AnswerText {
    const chargedFor = (platform: string) => figures.legs?.find((leg) => leg.platform === platform)?.charged;
    const platforms = this.#reports.map((report) => ({
      ...report,
      charged: chargedFor(report.platform) ?? NOT_CHARGED,
    }));
    const position = { ...this.#position, says: { ...this.#position.says, platforms } };
    const page = Buffer.concat([this.#items, Buffer.from(`,${writePaging('u1', position)}`)]);
    return writeAnswer(this.#lead, page, figures);
  }
}
